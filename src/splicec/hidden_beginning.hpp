// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// Whether another statement stands before the condition of a switch or the range of a loop:
/// `switch (int a = f(); a)`, `for (int a = f(); int b : c)`. libclang does not expose it.
bool has_hidden_beginning(CXCursor statement);

}  // namespace nuthatch::splicec
