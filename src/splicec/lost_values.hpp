// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <clang-c/Index.h>

#include "splicec/locals.hpp"
#include "splicec/step_rules.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Complains where a function uses a value that a step has stored in a local: the step had its own
/// copy.
void check_lost_values(const unit& all,
                       const function_locals& locals,
                       CXCursor body,
                       const std::vector<declared_step>& steps);

}  // namespace nuthatch::splicec
