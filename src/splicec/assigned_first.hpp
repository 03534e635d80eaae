// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/locals.hpp"

namespace nuthatch::splicec {

/// Whether each use of the local in the statement comes after an assignment of the whole of it in
/// the same statement, however that runs: what it had before does not matter. True also if there is
/// no use.
bool is_assigned_first(CXCursor statement, const local& which, const function_locals& all);

/// The assignment `x = …` of this local that the expression begins with, or a null cursor.
CXCursor assignment_of(CXCursor expression, const local& which, const function_locals& all);

/// Whether the statement uses the local before it assigns to it. `assigned` says so before, and
/// after for what always runs.
bool uses_unassigned(CXCursor statement,
                     const local& which,
                     const function_locals& all,
                     bool& assigned);

}  // namespace nuthatch::splicec
