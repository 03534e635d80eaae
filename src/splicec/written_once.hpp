// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "splicec/source.hpp"
#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Complains about words that would have another meaning, or create something that ends too early,
/// in a separate function. `place` names that function, as in `in a step`.
void check_words(const unit& all, const span& whole, const char* place);

/// Complains about `decltype(a = b)` and the like. Clang shows such an expression like one that is
/// evaluated, as a part of the variable of that type.
void check_types_of_changes(const unit& all, const span& whole);

/// Complains about statements of a translated part that begin with another one, which libclang does
/// not expose: `switch (int a = f(); a)`.
void check_beginnings(const unit& all, CXCursor code);

/// Complains about labels in the statement that are targets of jumps from outside, including labels
/// of an enclosing switch.
void check_labels(const unit& all, CXCursor statement, const span& whole);

}  // namespace nuthatch::splicec
