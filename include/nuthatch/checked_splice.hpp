// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

/// For programs that check a part of what they splice: try_splice<Effect, effects::checked>. Those
/// that are compiled with NUTHATCH_CHECK_EFFECTS need no more than <nuthatch/splice.hpp>.
/// docs/splicing.md

#include <nuthatch/detail/check/checked_region.hpp>  // IWYU pragma: export
#include <nuthatch/effects/describe.hpp>             // IWYU pragma: export
#include <nuthatch/effects/effect_error.hpp>         // IWYU pragma: export
#include <nuthatch/splice.hpp>                       // IWYU pragma: export
