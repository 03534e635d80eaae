// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Whether a function may have variables for each type that it is called with, and is called here
/// with a type that `declaring` declares, a part of the main file: a lambda or a local class. Where
/// that part is in the translation twice, there are two such types, and so two sets of variables.
/// So are there of static variables in functions of such a class.
///
/// `use` is any cursor. What it calls is followed as far as the type is handed on. A function whose
/// body Clang does not show counts as one that has variables, unless a library of the system
/// declares it. Bodies in `looked_at` are not followed: the caller looks at them.
[[nodiscard]] bool has_variables_for_types_of(CXCursor use,
                                              const span& declaring,
                                              const span& looked_at);

}  // namespace nuthatch::splicec
