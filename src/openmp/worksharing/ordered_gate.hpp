// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "base/cache_line.hpp"
#include "base/capacity.hpp"
#include "openmp/threads/futex_word.hpp"

namespace nuthatch::openmp {

/// Which chunk of an ordered loop may be in its ordered construct: 0 at first. Chunks that follow
/// each other wait at different words, so that few are woken in vain where many sleep.
class alignas(base::cache_line_size) ordered_gate {
 public:
  /// Returns when it is that one's turn, of so many threads.
  void wait(std::uint32_t number, std::uint32_t threads) noexcept {
    words_[number % words].wait_until(value_of(number), threads);
  }

  /// By who has its turn: that of the next number comes.
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
