// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "splicec/macros.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

/// An attribute of GCC or of the standard.
struct attribute {
  std::size_t at;
  std::string name;          ///< without namespaces and without underscores around it
  std::string argument;      ///< the first word of its arguments
  bool has_c_value = false;  ///< its arguments contain what has another type in C than in C++
  bool is_in_macro = false;  ///< it is in the definition of a macro that is used here
};

/// The attributes in these words, `__attribute__((…))` and `[[…]]`, and in the macros of the source
/// and its headers that the words use. Where a macro hides an attribute's name, each name that
/// changes what a function or a variable means counts if the macro's words may make it.
std::vector<attribute> attributes_in(std::span<const token> words, const known_macros& macros);

/// Whether code that the translator takes out of a function does without this attribute of the
/// function: it is about calls, the place in the program or warnings, not about what the body does.
bool is_about_calls(const std::string& name);

/// Whether the attribute, of a function, may change what its body does.
bool is_about_functions(const std::string& name);

/// Whether the attribute is one of types, variables or statements, and not of functions.
bool is_about_types(const std::string& name);

/// Whether C and C++ understand the attribute alike.
bool is_same_in_cpp(const std::string& name);

}  // namespace nuthatch::splicec
