// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Complains about directives in functions and statements that are translated, and about macros
/// that have another meaning where the translation names them. A translated function has its text
/// twice, the second time at its end; effects are written where their steps are.
void check_directives(const unit& all);

}  // namespace nuthatch::splicec
