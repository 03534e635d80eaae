// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The whole public API of Nuthatch. Each header can also be included alone.

#include <nuthatch/charge_work.hpp>       // IWYU pragma: export
#include <nuthatch/errors.hpp>            // IWYU pragma: export
#include <nuthatch/finish.hpp>            // IWYU pragma: export
#include <nuthatch/fork_join.hpp>         // IWYU pragma: export
#include <nuthatch/future.hpp>            // IWYU pragma: export
#include <nuthatch/group.hpp>             // IWYU pragma: export
#include <nuthatch/isolated.hpp>          // IWYU pragma: export
#include <nuthatch/options.hpp>           // IWYU pragma: export
#include <nuthatch/page_placement.hpp>    // IWYU pragma: export
#include <nuthatch/parallel_for.hpp>      // IWYU pragma: export
#include <nuthatch/parallel_reduce.hpp>   // IWYU pragma: export
#include <nuthatch/per_worker.hpp>        // IWYU pragma: export
#include <nuthatch/persistent_phase.hpp>  // IWYU pragma: export
#include <nuthatch/placed_array.hpp>      // IWYU pragma: export
#include <nuthatch/places.hpp>            // IWYU pragma: export
#include <nuthatch/policy.hpp>            // IWYU pragma: export
#include <nuthatch/redistribute.hpp>      // IWYU pragma: export
#include <nuthatch/runtime.hpp>           // IWYU pragma: export
#include <nuthatch/schedule.hpp>          // IWYU pragma: export
#include <nuthatch/scope.hpp>             // IWYU pragma: export
#include <nuthatch/statistics.hpp>        // IWYU pragma: export
#include <nuthatch/stopping.hpp>          // IWYU pragma: export
#include <nuthatch/virtual_runtime.hpp>   // IWYU pragma: export
