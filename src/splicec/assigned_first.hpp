// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/locals.hpp"

namespace nuthatch::splicec {

/// Whether each use of the local in the statement follows an assignment of the whole local in the
/// same statement, on every path. Then its previous value does not matter. Also true if there is no
/// use.
bool is_assigned_first(CXCursor statement, const local& which, const function_locals& all);

/// The assignment `x = …` to this local at the beginning of the expression, or a null cursor.
CXCursor assignment_of(CXCursor expression, const local& which, const function_locals& all);

}  // namespace nuthatch::splicec
