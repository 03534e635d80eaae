// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/output.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

/// Declares the constants that other sources may name once more in front of their definitions: a
/// const variable has external linkage in C, and in C++ only where an earlier declaration has it.
void declare_constants(const parsed& c, edits& changes, complaints& wrong);

/// Puts `extern "C" { … }` around the first declarations of functions that other sources and
/// assembly may know by their names, except those of these names.
void give_c_linkage(const parsed& c,
                    const std::set<std::string>& except,
                    edits& changes,
                    complaints& wrong);

/// The names of the functions that the headers of the translation declare.
///
/// @param flags of the compiler
std::set<std::string> functions_of_headers(const std::vector<std::string>& flags);

/// Whether the source declares a variable or a function of this name that has the same name for the
/// assembler in C and in C++.
bool is_known_to_assembler(const parsed& c, const std::string& name);

/// Complains about weak functions that have a name of C++ for the assembler. A missing definition
/// of any other such function is an error of the linker.
///
/// @param cpp the source as parsed in C++, and `text` the origins of its parts
void refuse_weak_functions_of_cpp(const parsed& cpp, const output& text, complaints& wrong);

}  // namespace nuthatch::splicec
