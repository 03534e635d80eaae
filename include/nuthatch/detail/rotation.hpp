// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>
#include <utility>

#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/compaction.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/scratch.hpp>

namespace nuthatch::detail {

/// Moves the first `count` of `n` elements, no more than half, behind the others. `memory` has
/// space for them.
template <class It>
void rotate_beginning(const It& first,
                      std::uint64_t count,
                      std::uint64_t n,
                      std::iter_value_t<It>* memory) {
  constexpr std::uint64_t chunk = 2048;
  const std::uint64_t chunks = (count + chunk - 1) / chunk;
  const auto end_of = [count](std::uint64_t c) {
    return std::min((c + 1) * chunk, count);
  };
  detail::move_each_chunk<It>(chunks, [&](std::uint64_t c) {
    for (std::uint64_t i = c * chunk; i != end_of(c); ++i) {
      std::construct_at(memory + i, std::ranges::iter_move(detail::iterator_at(first, i)));
    }
  });
  detail::move_down(first, count, 0, n - count);
  detail::move_each_chunk<It>(chunks, [&](std::uint64_t c) {
    for (std::uint64_t i = c * chunk; i != end_of(c); ++i) {
      detail::element_at(first, n - count + i) = std::move(memory[i]);
      std::destroy_at(memory + i);
    }
  });
}

/// Rotates elements, so that number `before` becomes the first one. Returns false if they do not
/// fit to that or there is no memory: then all are where they were.
template <class It>
[[nodiscard]] bool rotate_by_memory(const It& first, std::uint64_t before, std::uint64_t n) {
  if constexpr (moves_to_scratch<It> && !shares_bytes<It>) {
    const scratch<std::iter_value_t<It>> memory(std::min(before, n - before));
    if (memory.get() != nullptr) {
      if (before <= n - before) {
        detail::rotate_beginning(first, before, n, memory.get());
      } else {
        const std::reverse_iterator<It> from_end(detail::iterator_at(first, n));
        detail::rotate_beginning(from_end, n - before, n, memory.get());
      }
      return true;
    }
  }
  return false;
}

}  // namespace nuthatch::detail
