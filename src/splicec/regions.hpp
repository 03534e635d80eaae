// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/output.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Translates the code behind each `#pragma splice try(n)` to a try_splice, in functions that are
/// not spliced themselves.
void translate_regions(const unit& all, edits& into);

}  // namespace nuthatch::splicec
