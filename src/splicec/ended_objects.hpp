// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// The type of objects that end with a variable.
struct ended_type {
  CXType type;  ///< canonical, no array
  bool is_own;  ///< whether it is the type of the variable itself
};

/// The types of all objects that may end with a variable or with structured bindings: its own type,
/// what its lambdas capture, the elements of its lists, and the temporaries that its references
/// keep.
std::vector<ended_type> types_ending_with(CXCursor variable);

/// Whether the declaration has an initial value, as variables and structured bindings may.
bool is_variable_or_bindings(CXCursor declaration);

/// The name of the variable, or the names of the structured bindings in brackets.
std::string name_of_ended(CXCursor variable);

/// Whether a function runs when the variable ends: `__attribute__((cleanup(f)))`.
bool has_cleanup(CXCursor variable);

}  // namespace nuthatch::splicec
