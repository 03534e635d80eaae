// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

namespace nuthatch::effects {

/// Whether the declarations of a program are checked while it runs; used as a template argument.
/// Types with different values of it also have different names for the linker.

/// Declarations are not checked. Nothing is stored and nothing is compared.
struct unchecked {};

/// Declarations are checked: see docs/effects.md. Needs <nuthatch/checked_splice.hpp>.
struct checked {};

/// The default, which a macro selects for the whole program. With the macro, the header is included
/// automatically.
#if defined(NUTHATCH_CHECK_EFFECTS)
using default_checking = checked;
#else
using default_checking = unchecked;
#endif

}  // namespace nuthatch::effects
