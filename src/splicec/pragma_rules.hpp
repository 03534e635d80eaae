// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Complains about pragmas in the function, also those of `_Pragma` and of macros, that mean
/// something else in the translation: those that are not known to be about the next statement, and
/// those of OpenMP that stand around calls or steps.
void check_pragmas(const unit& all, CXCursor function);

}  // namespace nuthatch::splicec
