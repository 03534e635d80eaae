// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// The flags, and those with which Clang has the macros of GCC 12.
std::vector<std::string> flags_of_gcc(std::vector<std::string> flags);

/// The source and the headers that it includes, with their texts, except those of the system.
std::map<std::string, std::string> own_files(const source& from, const parsed& tree);

/// Whether a text contains a part of a macro by which sources tell compilers apart.
bool tells_compilers_apart(std::string_view text);

/// The first place in the source that mentions the name; 0 if only its macros do.
std::size_t first_use(const parsed& tree, std::string_view name);

/// Reports parts of the source that one of GCC and Clang alone compiles: the translator has seen
/// what Clang compiles, and either may compile its output. Parts that only have pragmas are
/// accepted, and parts of headers that define no macro which the source uses. Parses the source
/// once more if a file mentions a macro by which compilers differ.
///
/// @param alone  the source as parsed for its translation
/// @param words  the identifiers of the source, and of the macros that it uses
void check_compilers(const source& from,
                     const parsed& alone,
                     const std::set<std::string, std::less<>>& words,
                     const std::vector<std::string>& flags,
                     complaints& wrong);

}  // namespace nuthatch::splicec
