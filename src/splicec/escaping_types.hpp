// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/own_entities.hpp"

namespace nuthatch::splicec {

/// The first place of the code where a type of a function (`own`) may become known to other code,
/// so that a template may have an instance for it; a null cursor if there is none.
///
/// A type stays within the function if each of its objects is only declared, copied, assigned or
/// converted by the language, or used through its own members, and if nothing is an instance of a
/// template for it. Every other use counts as one that makes it known.
CXCursor where_type_escapes(CXCursor code, const own_entities& own);

}  // namespace nuthatch::splicec
