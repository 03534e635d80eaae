// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <clang-c/Index.h>

#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// The parameters with this number of a function, as each of its known declarations has them.
[[nodiscard]] std::vector<CXCursor> declarations_of_parameter(CXCursor called, unsigned at);

/// The parameters that take the argument with this number of a call.
[[nodiscard]] std::vector<CXCursor> declarations_of_argument(CXCursor call, unsigned number);

/// Whether the default argument of a parameter depends on the line of the call that leaves it out.
[[nodiscard]] bool names_line_of_call(const unit& all, CXCursor parameter);

/// Complains about expressions in `code`, which moves into a generated function, whose default
/// arguments or default member initializers contain the name of the function around them.
void check_caller_names(const unit& all, CXCursor code);

}  // namespace nuthatch::splicec
