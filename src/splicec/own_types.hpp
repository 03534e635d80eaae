// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <clang-c/Index.h>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Whether a function may have variables for each type that it is called with, and is called here
/// with a type that `declaring`, a part of the main file, declares: a lambda or a local class. If
/// the translation contains that part twice, there are two such types, and so two sets of
/// variables. The same holds for static variables in functions of such a class.
///
/// `use` is any cursor. Its callees are followed as far as the type is passed on. A function whose
/// body Clang does not show counts as one that has variables, unless a system library declares it.
/// Bodies in `looked_at` are not followed: the caller inspects them.
[[nodiscard]] bool has_variables_for_types_of(CXCursor use,
                                              const span& declaring,
                                              const span& looked_at);

}  // namespace nuthatch::splicec
