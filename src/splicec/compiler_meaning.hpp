// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

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
