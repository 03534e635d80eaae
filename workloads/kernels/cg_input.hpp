// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include "workloads/kernels/sparse_matrix.hpp"

namespace nuthatch::workloads {

/// A problem of the benchmark CG among the NAS Parallel Benchmarks (Bailey et al., RNR-94-007).
struct cg_class {
  std::string_view name;
  std::size_t n;             ///< rows and columns
  std::size_t row_nonzeros;  ///< of each of the random vectors that make up the matrix
  std::size_t steps;         ///< of the inverse power method
  double shift;
  double zeta;  ///< the official result
};

/// The classes S, W and A.
std::span<const cg_class> cg_classes();

/// The weighted sum of the outer products of n sparse random vectors with themselves, symmetric,
/// with `shift` subtracted from the diagonal. The numbers are those of the specification.
sparse_matrix cg_matrix(const cg_class& which);

/// Returns an empty string if `zeta` is the official result to the precision of the specification,
/// else what is wrong.
std::string check_zeta(const cg_class& which, double zeta);

}  // namespace nuthatch::workloads
