// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/output.hpp"
#include "splicec/parsed.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Complains about expressions of pragmas that read what steps may change, since effects are
/// evaluated before steps run. `compiled` is the translation of the unit, which has these
/// expressions as code.
void check_effects(const output& text, const parsed& compiled, const unit& all);

}  // namespace nuthatch::splicec
