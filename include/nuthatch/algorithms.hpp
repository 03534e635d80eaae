// SPDX-License-Identifier: Apache-2.0
#pragma once

/// The parallel algorithms. Each header can also be included alone.

#include <nuthatch/algorithms/arrange.hpp>         // IWYU pragma: export
#include <nuthatch/algorithms/compare.hpp>         // IWYU pragma: export
#include <nuthatch/algorithms/count.hpp>           // IWYU pragma: export
#include <nuthatch/algorithms/elements.hpp>        // IWYU pragma: export
#include <nuthatch/algorithms/filter.hpp>          // IWYU pragma: export
#include <nuthatch/algorithms/find.hpp>            // IWYU pragma: export
#include <nuthatch/algorithms/fold.hpp>            // IWYU pragma: export
#include <nuthatch/algorithms/histogram.hpp>       // IWYU pragma: export
#include <nuthatch/algorithms/memory.hpp>          // IWYU pragma: export
#include <nuthatch/algorithms/merge.hpp>           // IWYU pragma: export
#include <nuthatch/algorithms/minmax.hpp>          // IWYU pragma: export
#include <nuthatch/algorithms/par.hpp>             // IWYU pragma: export
#include <nuthatch/algorithms/partition.hpp>       // IWYU pragma: export
#include <nuthatch/algorithms/reduce.hpp>          // IWYU pragma: export
#include <nuthatch/algorithms/rotate.hpp>          // IWYU pragma: export
#include <nuthatch/algorithms/scan.hpp>            // IWYU pragma: export
#include <nuthatch/algorithms/search.hpp>          // IWYU pragma: export
#include <nuthatch/algorithms/set_operations.hpp>  // IWYU pragma: export
#include <nuthatch/algorithms/sort.hpp>            // IWYU pragma: export
