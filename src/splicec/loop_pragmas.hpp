// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "splicec/directives.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

/// Whether the directive is an active pragma for the loop that follows.
bool is_about_loop(const directive& one);

/// The same for a pragma with these first words; the second may be empty.
bool is_about_loop(std::string_view first, std::string_view second);

/// Where the statement at `begin` begins together with pragmas directly before it that apply to a
/// loop, such as `#pragma GCC unroll 4`. Compilers accept no other code between these and the loop.
std::size_t begin_with_loop_pragmas(const std::vector<directive>& directives,
                                    const std::vector<token>& tokens,
                                    std::size_t begin);

/// The first word of the statement that begins at `first`, behind `[[…]]` and `_Pragma(…)`.
std::vector<token>::const_iterator behind_attributes(const std::vector<token>& tokens,
                                                     std::vector<token>::const_iterator first);

}  // namespace nuthatch::splicec
