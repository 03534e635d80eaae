// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <new>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/loop_cut.hpp>
#include <nuthatch/detail/may_begin.hpp>
#include <nuthatch/finish.hpp>
#include <nuthatch/policy.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch {

namespace detail {

/// A wavefront that runs: for each block, whether one of the two before it has ended.
template <class Body>
class wavefront_run {
 public:
  /// Throws std::bad_alloc.
  wavefront_run(std::size_t rows, std::size_t columns, Body& body)
      : rows_(rows),
        columns_(columns),
        body_(body),
        one_is_done_(new atomic<bool>[blocks(rows, columns)] {}) {}

  wavefront_run(const wavefront_run&) = delete;
  wavefront_run& operator=(const wavefront_run&) = delete;
  ~wavefront_run() = default;

  /// Runs a block, and one by one those behind it that are ready.
  void run_from(std::size_t row, std::size_t column) {
    while (may_begin(failure_) && failure_.watch([&] { return run_one(row, column); })) {
    }
  }

 private:
  [[nodiscard]] static std::size_t blocks(std::size_t rows, std::size_t columns) {
    if (columns > std::numeric_limits<std::size_t>::max() / rows) {
      throw std::bad_array_new_length();
    }
    return rows * columns;
  }

  /// Runs a block, and changes its place to that of a block that is ready then. Spawns the other if
  /// both are. Returns false if none is.
  [[nodiscard]] bool run_one(std::size_t& row, std::size_t& column) {
    body_(row, column);
    const bool right = column + 1 < columns_ && (row == 0 || is_second(row, column + 1));
    const bool below = row + 1 < rows_ && (column == 0 || is_second(row + 1, column));
    if (right && below) {
      nuthatch::async(help_first, [this, row, column] { run_from(row + 1, column); });
    }
    column += right ? 1 : 0;
    row += below && !right ? 1 : 0;
    return right || below;
  }

  /// Notes that one of the blocks before this one has ended; returns whether it is the second.
  [[nodiscard]] bool is_second(std::size_t row, std::size_t column) noexcept {
    return one_is_done_[row * columns_ + column].exchange(/*value=*/true, memory_order_acq_rel);
  }

  std::size_t rows_;
  std::size_t columns_;
  Body& body_;
  std::unique_ptr<atomic<bool>[]> one_is_done_;
  loop_failure failure_{};
};

}  // namespace detail

/// Calls body(row, column) for all blocks of a grid, each after its neighbours above and to the
/// left: the order of dynamic programming over two sequences, and of Gauss-Seidel sweeps.
///
///     nuthatch::wavefront(rows / 64, columns / 64, [&](std::size_t row, std::size_t column) {
///       align(table, 64 * row, 64 * column, 64);
///     });
///
/// @param rows, columns  how many blocks there are in each direction.
/// @param body  called concurrently, taken by reference. It may spawn and wait; its asyncs belong
///         to the wavefront as a whole, so the blocks behind do not wait for them.
/// @return outcome::stopped if the body called stop_finish(), or a finish around was stopped, so
///         that blocks may have been left out; otherwise outcome::done.
/// @throws what body throws; task_errors if several calls threw; std::bad_alloc. After an
///         exception, no further block begins.
///
/// Who may call: any thread, as for finish.
///
/// Cost: an atomic exchange for each block and neighbour; a spawn for each block whose end makes
/// both neighbours ready; a byte for each block. A worker prefers the block to the right.
template <class Body>
  requires std::invocable<Body&, std::size_t, std::size_t>
outcome wavefront(std::size_t rows, std::size_t columns, Body&& body) {
  if (rows == 0 || columns == 0) {
    return outcome::done;
  }
  detail::wavefront_run run(rows, columns, body);
  return nuthatch::finish([&run] { run.run_from(0, 0); });
}

}  // namespace nuthatch
