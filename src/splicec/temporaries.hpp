// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

namespace nuthatch::splicec {

/// Whether a reference that is bound to the expression, or a pointer to what it names, may refer to
/// a temporary, which ends with the full expression. Only places that are known to last longer are
/// no temporaries.
bool may_be_temporary(CXCursor expression);

/// Whether such an expression is in a list of values, or in a list within.
bool lists_temporary(CXCursor list);

/// Whether objects of the type contain references.
bool contains_references(CXType type);

}  // namespace nuthatch::splicec
