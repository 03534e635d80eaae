// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/splice_options.hpp>

namespace nuthatch::detail {

/// The state that all branches of a region share: options, and the total size of what is delayed.
class splice_state {
 public:
  splice_state(const splice_options& options, bool parallel) noexcept
      : options_(options),
        parallel_(parallel) {}

  [[nodiscard]] const splice_options& options() const noexcept { return options_; }

  /// Returns whether other workers may run a part of it.
  [[nodiscard]] bool parallel() const noexcept { return parallel_; }

  void add(std::size_t bytes) noexcept {
    const std::size_t now = delayed_.fetch_add(bytes, memory_order_relaxed) + bytes;
    std::size_t before = peak_.load(memory_order_relaxed);
    while (before < now && !peak_.compare_exchange_weak(before, now, memory_order_relaxed)) {
    }
  }

  void remove(std::size_t bytes) noexcept { delayed_.fetch_sub(bytes, memory_order_relaxed); }

  [[nodiscard]] bool too_much_delayed() const noexcept {
    return delayed_.load(memory_order_relaxed) > options_.delayed_bytes;
  }

  [[nodiscard]] std::size_t peak() const noexcept { return peak_.load(memory_order_relaxed); }

 private:
  const splice_options options_;
  const bool parallel_;
  statistic<std::size_t> delayed_{0};
  statistic<std::size_t> peak_{0};
};

}  // namespace nuthatch::detail
