// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Reports parts of the source that one of GCC and Clang alone compiles: the translator has seen
/// what Clang compiles, and either may compile its output. Parts that only have pragmas are
/// accepted. Parses the source once more if it mentions a macro by which compilers differ.
///
/// @param alone  the source as parsed for its translation
void check_compilers(const source& from,
                     const parsed& alone,
                     const std::vector<std::string>& flags,
                     complaints& wrong);

}  // namespace nuthatch::splicec
