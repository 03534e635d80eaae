// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/directives.hpp"
#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Returns checks for the beginning of OUT that its compiler decides the conditions of own headers
/// as the translator did, because only the translator sees the text that they select.
///
/// A condition is decided alike everywhere if no file defines its macros: the checks repeat it. Of
/// other conditions, they check the macros that the compiler or a flag defines and on which these
/// conditions depend. Groups are exempt that only define macros which nothing uses, attributes, or
/// harmless pragmas. Reports conditions on which GCC and Clang differ, and those that OUT cannot
/// check.
///
/// @param directives  those of the source
std::string guards_of_headers(const source& from,
                              const parsed& tree,
                              const std::vector<directive>& directives,
                              const std::vector<std::string>& flags,
                              complaints& wrong);

}  // namespace nuthatch::splicec
