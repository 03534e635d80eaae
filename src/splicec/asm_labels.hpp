// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/unit.hpp"

namespace nuthatch::splicec {

/// Complains about assembly that defines a symbol, in code that the translation may emit more than
/// once: the symbol would be defined twice. Numbers (`1:`) and names with `%=` are local to each
/// copy. What macros hide counts as a definition unless all of their literals are understood.
/// Likewise code that puts something to a section of the program.
void check_asm_labels(const unit& all, CXCursor code);

}  // namespace nuthatch::splicec
