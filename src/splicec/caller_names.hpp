// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Complains about expressions in `code`, which moves into a generated function, whose default
/// arguments or default member initializers contain the name of the function around them.
void check_caller_names(const unit& all, CXCursor code);

}  // namespace nuthatch::splicec
