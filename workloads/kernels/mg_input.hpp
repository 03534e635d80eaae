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

/// S, W and A.
std::span<const mg_class> mg_classes();

/// The right side: 1 where the ten largest of the specification's random numbers lie, one a point,
/// -1 where the ten smallest lie, else 0. At least 20 points.
periodic_grid mg_charges(std::size_t size);

/// Empty when `norm` is the official result as exactly as the specification wants it, else what is
/// wrong.
std::string check_norm(const mg_class& which, double norm);

}  // namespace nuthatch::workloads
