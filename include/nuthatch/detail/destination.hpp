#pragma once

#include <cstdint>

namespace nuthatch::detail {

/// Who goes on with a suspended task: any worker of a place, or one worker and nobody else.
class destination {
 public:
  destination() = default;

  [[nodiscard]] static constexpr destination place(std::uint32_t index) noexcept {
    return destination(index << 1U);
  }

  [[nodiscard]] static constexpr destination worker(std::uint32_t index) noexcept {
    return destination((index << 1U) | 1U);
  }

  [[nodiscard]] constexpr bool is_worker() const noexcept { return (word_ & 1U) != 0; }

  /// Of the place, or of the worker.
  [[nodiscard]] constexpr std::uint32_t index() const noexcept { return word_ >> 1U; }

 private:
  constexpr explicit destination(std::uint32_t word) noexcept : word_(word) {}

  std::uint32_t word_;
};

}  // namespace nuthatch::detail
