// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "workloads/kernels/block_matrix.hpp"
#include "workloads/spawning/in_order.hpp"

namespace nuthatch::workloads {

/// A range of consecutive rows or columns of blocks.
struct block_range {
  std::size_t first;
  std::size_t count;
};

struct two_ranges {
  block_range front;
  block_range back;
};

[[nodiscard]] inline two_ranges halve(block_range whole) {
  const std::size_t half = whole.count / 2;
  return {{whole.first, half}, {whole.first + half, whole.count - half}};
}

/// Subtracts the product of the blocks in these rows and the columns `inner`, with those in the
/// rows `inner` and these columns. Halves the longest side.
template <class Policy>
void update_blocks(Policy policy,
                   const block_matrix& a,
                   block_range rows,
                   block_range columns,
                   block_range inner) {
  if (rows.count > 1 && rows.count >= columns.count && rows.count >= inner.count) {
    const two_ranges half = halve(rows);
    fork_join(
        policy,
        [&] { update_blocks(policy, a, half.front, columns, inner); },
        [&] { update_blocks(policy, a, half.back, columns, inner); });
  } else if (columns.count > 1 && columns.count >= inner.count) {
    const two_ranges half = halve(columns);
    fork_join(
        policy,
        [&] { update_blocks(policy, a, rows, half.front, inner); },
        [&] { update_blocks(policy, a, rows, half.back, inner); });
  } else if (inner.count > 1) {
    const two_ranges half = halve(inner);
    update_blocks(policy, a, rows, columns, half.front);
    update_blocks(policy, a, rows, columns, half.back);
  } else {
    state_updates<Policy>(a.size(), 1);
    update(a.at(rows.first, columns.first),
           a.at(rows.first, inner.first),
           a.at(inner.first, columns.first),
           a.size());
  }
}

/// Solves for these columns with the L of the blocks on the diagonal.
template <class Policy>
void solve_columns(Policy policy,
                   const block_matrix& a,
                   block_range diagonal,
                   block_range columns) {
  if (columns.count > 1 && columns.count >= diagonal.count) {
    const two_ranges half = halve(columns);
    fork_join(
        policy,
        [&] { solve_columns(policy, a, diagonal, half.front); },
        [&] { solve_columns(policy, a, diagonal, half.back); });
  } else if (diagonal.count > 1) {
    const two_ranges half = halve(diagonal);
    solve_columns(policy, a, half.front, columns);
    update_blocks(policy, a, half.back, columns, half.front);
    solve_columns(policy, a, half.back, columns);
  } else {
    state_updates<Policy>(a.size(), 2);
    const std::size_t k = diagonal.first;
    solve_right(a.at(k, k), a.at(k, columns.first), a.size());
  }
}

/// Solves for these rows with the U of the blocks on the diagonal.
template <class Policy>
void solve_rows(Policy policy, const block_matrix& a, block_range diagonal, block_range rows) {
  if (rows.count > 1 && rows.count >= diagonal.count) {
    const two_ranges half = halve(rows);
    fork_join(
        policy,
        [&] { solve_rows(policy, a, diagonal, half.front); },
        [&] { solve_rows(policy, a, diagonal, half.back); });
  } else if (diagonal.count > 1) {
    const two_ranges half = halve(diagonal);
    solve_rows(policy, a, half.front, rows);
    update_blocks(policy, a, rows, half.back, half.front);
    solve_rows(policy, a, half.back, rows);
  } else {
    state_updates<Policy>(a.size(), 2);
    const std::size_t k = diagonal.first;
    solve_below(a.at(k, k), a.at(rows.first, k), a.size());
  }
}

/// The LU decomposition of these blocks, in place, as in Cilk and JCilk. Works for any policy that
/// has a fork_join(policy, call, call) in its namespace.
template <class Policy>
void decompose(Policy policy, const block_matrix& a, block_range diagonal) {
  if (diagonal.count == 1) {
    state_updates<Policy>(a.size(), 3);
    factor(a.at(diagonal.first, diagonal.first), a.size());
    return;
  }
  const two_ranges half = halve(diagonal);
  decompose(policy, a, half.front);
  fork_join(
      policy,
      [&] { solve_columns(policy, a, half.front, half.back); },
      [&] { solve_rows(policy, a, half.front, half.back); });
  update_blocks(policy, a, half.back, half.back, half.front);
  decompose(policy, a, half.back);
}

}  // namespace nuthatch::workloads
