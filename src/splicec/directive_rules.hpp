// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Complains about directives in functions and statements that are translated, and about macros
/// that have another meaning where the translation names them. The text of a translated function
/// occurs twice, the second time at its end; effects are written at their steps.
void check_directives(const unit& all);

}  // namespace nuthatch::splicec
