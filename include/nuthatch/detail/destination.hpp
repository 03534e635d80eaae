// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::detail {

/// Who goes on with a suspended task: any worker of a place, or one worker and nobody else; which a
/// replay controller may have said, who then also says when (core/replay/replay_controller.hpp).
class destination {
 public:
  destination() = default;

  [[nodiscard]] static constexpr destination place(std::uint32_t index) noexcept {
    return destination(index << shift);
  }

  [[nodiscard]] static constexpr destination worker(std::uint32_t index) noexcept {
    return destination((index << shift) | worker_bit);
  }

  /// `only`: nobody else may take it from there either.
  [[nodiscard]] static constexpr destination by_replay(std::uint32_t index, bool only) noexcept {
    return destination((index << shift) | worker_bit | replay_bit | (only ? only_bit : 0));
  }

  [[nodiscard]] constexpr bool is_worker() const noexcept { return (word_ & worker_bit) != 0; }

  [[nodiscard]] constexpr bool is_by_replay() const noexcept { return (word_ & replay_bit) != 0; }

  [[nodiscard]] constexpr bool is_only() const noexcept { return (word_ & only_bit) != 0; }

  /// Of the place, or of the worker.
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
