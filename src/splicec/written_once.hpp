// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/source.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Complains about words that mean something else, or make something that ends too early, in a
/// function of its own. `place` says which that is, as in `in a step`.
void check_words(const unit& all, const span& whole, const char* place);

/// Complains about labels in the statement that jumps from outside of it go to, those of a switch
/// around it, too.
void check_labels(const unit& all, CXCursor statement, const span& whole);

}  // namespace nuthatch::splicec
