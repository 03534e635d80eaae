// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

/// For programs that check only a part of what they splice, with try_splice<Effect,
/// effects::checked>. Programs that are compiled with NUTHATCH_CHECK_EFFECTS need only
/// <nuthatch/splice.hpp>. See docs/splicing.md.

#include <nuthatch/detail/check/checked_region.hpp>  // IWYU pragma: export
#include <nuthatch/effects/describe.hpp>             // IWYU pragma: export
#include <nuthatch/effects/effect_error.hpp>         // IWYU pragma: export
#include <nuthatch/splice.hpp>                       // IWYU pragma: export
