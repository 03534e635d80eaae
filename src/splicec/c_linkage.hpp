// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/declaration_places.hpp"
#include "splicec/output.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

/// Declares the constants that other sources may name as `extern`: a const variable has external
/// linkage in C, and in C++ only where a declaration gives it.
void declare_constants(const parsed& c, const declaration_places& places, edits& changes);

/// Puts `extern "C" { … }` around the first declarations of functions that other sources and
/// assembly may know by their names, except those of these names, and around variables of unnamed
/// types.
void give_c_linkage(const parsed& c,
                    const declaration_places& places,
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

/// Complains about functions and variables whose names other sources and assembly know in C and not
/// in C++, except those of these names, and about names for the assembler that are among these. A
/// function that a header of the source declares keeps its name of C++, since all sources of the
/// program include the header, unless it is weak: then the linker would not complain.
///
/// @param cpp the source `c` as parsed in C++, and `text` the origins of its parts
void refuse_lost_names(const parsed& c,
                       const std::set<std::string>& except,
                       const parsed& cpp,
                       const output& text,
                       complaints& wrong);

}  // namespace nuthatch::splicec
