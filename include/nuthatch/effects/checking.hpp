// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

namespace nuthatch::effects {

/// Whether what a program declares is checked while it runs: an argument of templates. Types that
/// differ in it have different names for the linker, too.

/// It is not. Nothing is stored and nothing compared.
struct unchecked {};

/// It is: see docs/effects.md. The header is <nuthatch/checked_splice.hpp>.
struct checked {};

/// What holds where a program says nothing: a macro, for all of it. That includes the header.
#if defined(NUTHATCH_CHECK_EFFECTS)
using default_checking = checked;
#else
using default_checking = unchecked;
#endif

}  // namespace nuthatch::effects
