// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "workloads/kernels/periodic_grid.hpp"

namespace nuthatch::workloads {

/// A problem of the benchmark MG among the NAS Parallel Benchmarks (Bailey et al., RNR-94-007).
struct mg_class {
  std::string_view name;
  std::size_t size;  ///< of the finest grid, a power of two
  std::size_t cycles;
  double norm;  ///< the official result
};

/// The classes S, W and A.
std::span<const mg_class> mg_classes();

/// The right side: 1 at the ten largest of the specification's random numbers, one per point, -1 at
/// the ten smallest, else 0. At least 20 points.
periodic_grid mg_charges(std::size_t size);

/// Returns an empty string if `norm` is the official result to the precision of the specification,
/// else what is wrong.
std::string check_norm(const mg_class& which, double norm);

}  // namespace nuthatch::workloads
