// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Descriptions of what computations do to data. Splicing, checks and simulated memory use them.
/// See docs/effects.md.

#include <nuthatch/effects/access.hpp>        // IWYU pragma: export
#include <nuthatch/effects/array_view.hpp>    // IWYU pragma: export
#include <nuthatch/effects/box.hpp>           // IWYU pragma: export
#include <nuthatch/effects/check_access.hpp>  // IWYU pragma: export
#include <nuthatch/effects/checking.hpp>      // IWYU pragma: export
#include <nuthatch/effects/effect.hpp>        // IWYU pragma: export
#include <nuthatch/effects/effect_error.hpp>  // IWYU pragma: export
#include <nuthatch/effects/interval.hpp>      // IWYU pragma: export
#include <nuthatch/effects/key_range.hpp>     // IWYU pragma: export
#include <nuthatch/effects/mixed.hpp>         // IWYU pragma: export
#include <nuthatch/effects/range.hpp>         // IWYU pragma: export
#include <nuthatch/effects/region.hpp>        // IWYU pragma: export
#include <nuthatch/effects/strided.hpp>       // IWYU pragma: export
