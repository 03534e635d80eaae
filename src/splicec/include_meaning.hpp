// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

/// Checks that the headers which a translation includes first do not change the meaning of the
/// source. They define macros and declare functions that the source may not have seen: `#ifndef
/// M_PI` is false behind <cmath>, and a call of the source's own `dup(long)` with an int chooses
/// POSIX's `dup(int)`.
///
/// Every declaration, statement and expression of the source and of its own headers has to have the
/// same kind, type and value, and to name the same entity. The first one that differs is an error.
///
/// @param before the text that the translation has before the source
void check_meaning_behind(const std::string& before,
                          const source& from,
                          const parsed& alone,
                          const std::vector<std::string>& flags,
                          complaints& wrong);

}  // namespace nuthatch::splicec
