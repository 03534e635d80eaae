// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/output.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Makes a try_splice of what follows each `#pragma splice try(n)`, in functions that are not
/// spliced themselves.
void translate_regions(const unit& all, edits& into);

}  // namespace nuthatch::splicec
