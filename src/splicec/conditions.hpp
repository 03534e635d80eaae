// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "splicec/complaints.hpp"
#include "splicec/directives.hpp"
#include "splicec/parsed.hpp"
#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Refuses conditional groups of the source that depend on the compiler or its flags, and macros of
/// its headers that the source uses and such groups define: the compiler of the translation may
/// select other lines than the translator did. A condition is understood if each of its reserved
/// names is on a list, is a macro of a system header, or tells compilers apart (check_compilers).
/// Groups that only contain pragmas are accepted.
///
/// @param directives  those of the source
/// @param words       the identifiers of the source, and of the macros that it uses
void check_conditions(const source& from,
                      const parsed& tree,
                      const std::vector<directive>& directives,
                      const std::set<std::string, std::less<>>& words,
                      complaints& wrong);

}  // namespace nuthatch::splicec
