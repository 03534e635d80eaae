// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// Whether a variable keeps one value that the compiler calculates: it is `constexpr`, or const
/// with an initial value of literals and such variables. A const variable of another kind gets its
/// value when the program runs, once for each instance. Those of system headers count as constants
/// if they are const.
bool is_constant(CXCursor variable);

}  // namespace nuthatch::splicec
