// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "splicec/directives.hpp"
#include "splicec/parsed.hpp"

namespace nuthatch::splicec {

/// The start of the statement at `begin` together with pragmas directly before it that apply to a
/// loop, such as `#pragma GCC unroll 4`. Compilers accept no other code between these and the loop.
std::size_t begin_with_loop_pragmas(const std::vector<directive>& directives,
                                    const std::vector<token>& tokens,
                                    std::size_t begin);

/// The first word of the statement that begins at `first`, behind `[[…]]` and `_Pragma(…)`.
std::vector<token>::const_iterator behind_attributes(const std::vector<token>& tokens,
                                                     std::vector<token>::const_iterator first);

}  // namespace nuthatch::splicec
