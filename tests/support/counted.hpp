// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <utility>

namespace nuthatch::testing {

/// Counts its instances. A closure that holds one shows whether all of its copies were destroyed.
class counted {
 public:
  explicit counted(int value = 0) noexcept : value_(value) { ++live_; }

  counted(const counted& other) noexcept : value_(other.value_) {
    ++live_;
    ++copies_;
  }

  counted(counted&& other) noexcept : value_(std::exchange(other.value_, moved_from)) { ++live_; }

  counted& operator=(const counted&) = delete;
  counted& operator=(counted&&) = delete;

  ~counted() { --live_; }

  [[nodiscard]] int value() const noexcept { return value_; }

  [[nodiscard]] static int live() noexcept { return live_; }

  [[nodiscard]] static int copies() noexcept { return copies_; }

  static constexpr int moved_from = -1;

 private:
  static inline std::atomic<int> live_ = 0;
  static inline std::atomic<int> copies_ = 0;

  int value_;
};

}  // namespace nuthatch::testing
