// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::detail {

/// Which worker resumes a suspended task: any worker of a place, or only one particular worker. A
/// replay controller may have chosen the worker; then it also decides when
/// (core/replay_controller.hpp).
class destination {
 public:
  destination() = default;

  [[nodiscard]] static constexpr destination place(std::uint32_t index) noexcept {
    return destination(index << shift);
  }

  [[nodiscard]] static constexpr destination worker(std::uint32_t index) noexcept {
    return destination((index << shift) | worker_bit);
  }

  /// `only`: no other worker may take the task from there.
  [[nodiscard]] static constexpr destination by_replay(std::uint32_t index, bool only) noexcept {
    return destination((index << shift) | worker_bit | replay_bit | (only ? only_bit : 0));
  }

  [[nodiscard]] constexpr bool is_worker() const noexcept { return (word_ & worker_bit) != 0; }

  [[nodiscard]] constexpr bool is_by_replay() const noexcept { return (word_ & replay_bit) != 0; }

  [[nodiscard]] constexpr bool is_only() const noexcept { return (word_ & only_bit) != 0; }

  /// Returns the number of the place or the worker.
  [[nodiscard]] constexpr std::uint32_t index() const noexcept { return word_ >> shift; }

 private:
  static constexpr std::uint32_t worker_bit = 1;
  static constexpr std::uint32_t replay_bit = 2;
  static constexpr std::uint32_t only_bit = 4;
  static constexpr unsigned shift = 3;

  constexpr explicit destination(std::uint32_t word) noexcept : word_(word) {}

  std::uint32_t word_;
};

}  // namespace nuthatch::detail
