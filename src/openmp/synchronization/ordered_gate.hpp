// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/cache_line.hpp"
#include "base/capacity.hpp"
#include "openmp/synchronization/futex_word.hpp"

namespace nuthatch::openmp {

/// The number of the chunk of an ordered loop that may enter its ordered construct, initially 0.
/// Consecutive chunks wait on different words, so that few threads are woken needlessly.
class alignas(base::cache_line_size) ordered_gate {
 public:
  /// Waits for the turn of chunk `number`. The caller is one of `threads` threads.
  void wait(std::uint32_t number, std::uint32_t threads) noexcept {
    words_[number % words].wait_until(value_of(number), threads);
  }

  /// Lets the next chunk enter. Called by the thread whose turn it is.
  void open_for(std::uint32_t next) noexcept { words_[next % words].store(value_of(next)); }

 private:
  static constexpr auto words = base::capacity<std::uint32_t>(
      /*usual=*/base::cache_line_size / sizeof(futex_word), /*small=*/2);

  static futex_word::value value_of(std::uint32_t number) noexcept {
    return number * futex_word::increment;
  }

  std::array<futex_word, words> words_{};
};

}  // namespace nuthatch::openmp
