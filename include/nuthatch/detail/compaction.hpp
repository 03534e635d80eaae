// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/carried_blocks.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/filter_blocks.hpp>
#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/loop_cut.hpp>
#include <nuthatch/detail/scratch.hpp>

namespace nuthatch::detail {

/// Moves elements down to a place that does not overlap them, or on this thread.
template <class It>
void move_here(const It& first, std::uint64_t from, std::uint64_t to, std::uint64_t count) {
  std::ranges::move(detail::iterator_at(first, from),
                    detail::iterator_at(first, from + count),
                    detail::iterator_at(first, to));
}

/// Moves `count` elements from number `from` on down to number `to`, by less than they are long,
/// in parallel. Elements before `from` that they replace have been moved elsewhere.
///
/// Each segment first saves its first elements, whose places its neighbour still needs, and moves
/// the others. When all have done so, the saved ones follow. Returns false if there is no memory
/// for them: then none is moved.
template <class It>
[[nodiscard]] bool move_down_in_segments(const It& first,
                                         std::uint64_t from,
                                         std::uint64_t to,
                                         std::uint64_t count) {
  constexpr std::uint64_t least = 4096;
  const std::uint64_t distance = from - to;
  const std::uint64_t length = std::max(least, 8 * distance);
  const std::uint64_t segments = (count + length - 1) / length;
  std::vector<std::vector<std::iter_value_t<It>>> saved;
  try {
    saved.resize(segments);
    for (std::uint64_t i = 0; i != segments; ++i) {
      saved[i].reserve(std::min(distance, count - i * length));
    }
  } catch (const std::bad_alloc&) {
    return false;
  }
  detail::move_each_chunk<It>(segments, [&](std::uint64_t i) {
    const std::uint64_t begin = from + i * length;
    const std::uint64_t size = std::min(length, count - i * length);
    const std::uint64_t head = std::min(distance, size);
    for (std::uint64_t k = 0; k != head; ++k) {
      saved[i].push_back(std::ranges::iter_move(detail::iterator_at(first, begin + k)));
    }
    detail::move_here(first, begin + head, begin + head - distance, size - head);
  });
  detail::move_each_chunk<It>(segments, [&](std::uint64_t i) {
    std::ranges::move(saved[i], detail::iterator_at(first, to + i * length));
  });
  return true;
}

/// Moves `count` elements from number `from` on down to number `to`, in parallel. Elements before
/// `from` that they replace have been moved elsewhere. Throws only if moving an element does.
template <class It>
void move_down(const It& first, std::uint64_t from, std::uint64_t to, std::uint64_t count) {
  constexpr std::uint64_t few = 4096;
  constexpr std::uint64_t many = 8192;
  constexpr std::uint64_t chunk = 1024;
  const std::uint64_t distance = from - to;
  if (distance == 0 || count == 0) {
    return;
  }
  if (count > few && distance < std::min(many, count) && !shares_bytes<It>) {
    if (detail::move_down_in_segments(first, from, to, count)) {
      return;
    }
  } else if (count > few && !shares_bytes<It>) {
    // The elements of each round replace those of the one before.
    for (std::uint64_t done = 0; done < count; done += distance) {
      const std::uint64_t size = std::min(distance, count - done);
      detail::move_each_chunk<It>((size + chunk - 1) / chunk, [&](std::uint64_t c) {
        const std::uint64_t begin = done + c * chunk;
        detail::move_here(first, from + begin, to + begin, std::min(chunk, size - c * chunk));
      });
    }
    return;
  }
  detail::move_here(first, from, to, count);
}

/// Moves the elements that are kept down, in place, so that they follow each other.
///
/// The halves of the tree of all loops are forks. If the left half has ended when the right one
/// begins, which is so unless the right one was stolen, the right one moves its elements to where
/// they belong at once. Otherwise it moves them to its own beginning, and all together to where
/// they belong once the left half has ended.
///
/// Keep has
///
/// | member               | effect                                                       |
/// |----------------------|--------------------------------------------------------------|
/// | alone(i)             | returns whether the first element, number i, is kept         |
/// | after(kept, i)       | the same for element i after the last one kept, if any is    |
/// | compares_neighbours  | whether after() looks at `kept`, and alone() is always true  |
template <class It, class Keep>
class compaction : public cut_iterations {
 public:
  static constexpr bool totals_are_carried = true;

  compaction(const parallel_policy& how, const It& first, std::uint64_t n, Keep& keep, bool spawns)
      : cut_iterations(n, detail::cut_of_carried<compaction>(how, n, /*by_pieces=*/false)),
        first_(first),
        keep_(keep),
        spawns_(spawns) {}

  /// Compacts a subtree of at most `size` blocks, a power of two, from number `begin` on, and moves
  /// its elements to number `to`. Returns where they end. `opens`: nothing was kept before them.
  std::uint64_t run(std::uint64_t begin, std::uint64_t size, std::uint64_t to, bool opens) {
    size = without_missing(begin, size);
    if (size <= cut.piece || size == 1 || !spawns_) {
      return run_piece(begin, size, to, opens);
    }
    const std::uint64_t middle = begin + size / 2;
    std::uint64_t left_end = 0;
    std::uint64_t right_end = 0;
    bool apart = false;
    auto left = [&, this] {
      left_end = run(begin, size / 2, to, opens);
    };
    auto right = [&, this](bool began_apart) {
      apart = began_apart;
      right_end = apart ? run(middle, size / 2, begin_of(middle), /*opens=*/true)
                        : run(middle, size / 2, left_end, opens && left_end == to);
    };
    detail::fork_in_order(left, right);
    if (!apart || failure_.happened()) {
      return right_end;
    }
    return failure_.watch([&, this] {
      return follow(left_end, begin_of(middle), right_end, opens && left_end == to);
    });
  }

 private:
  /// Moves what a right half kept to where its left half ends. Returns the new end.
  std::uint64_t follow(std::uint64_t to, std::uint64_t from, std::uint64_t end, bool opens) {
    if constexpr (Keep::compares_neighbours) {
      if (!opens && from != end && !keep_.after(to - 1, from)) {
        ++from;
      }
    }
    detail::move_down(first_, from, to, end - from);
    return to + (end - from);
  }

  std::uint64_t run_piece(std::uint64_t begin, std::uint64_t size, std::uint64_t to, bool opens) {
    return failure_.watch([&, this] {
      const std::uint64_t start = to;
      const std::uint64_t end = std::min(begin + size, blocks);
      for (; begin != end && !failure_.happened(); ++begin) {
        to = run_block(begin_of(begin), end_of(begin + 1), to, opens && to == start);
      }
      return to;
    });
  }

  std::uint64_t run_block(std::uint64_t i, std::uint64_t end, std::uint64_t to, bool opens) {
    Keep keep = keep_;
    for (; i != end && opens; ++i) {
      if (keep.alone(i)) {
        put(i, to++);
        opens = false;
      }
    }
    if constexpr (copied_for_nothing<It>) {
      // Elements that were copied down are still there. So the one before need not be read from
      // where it was written just now.
      for (; i != end; ++i) {
        const bool kept = keep.after(i - 1, i);
        detail::element_at(first_, to) = std::as_const(detail::element_at(first_, i));
        to += std::uint64_t{kept};
      }
    } else {
      for (; i != end; ++i) {
        if (keep.after(to - 1, i)) {
          put(i, to++);
        }
      }
    }
    return to;
  }

  void put(std::uint64_t i, std::uint64_t to) {
    if (i != to) {
      detail::element_at(first_, to) = std::ranges::iter_move(detail::iterator_at(first_, i));
    }
  }

  const It& first_;
  Keep& keep_;
  const bool spawns_;
  loop_failure failure_{};
};

/// Compacts `n` elements on any thread. Returns how many are kept.
template <class It, class Keep>
std::uint64_t compact(const parallel_policy& how, const It& first, std::uint64_t n, Keep& keep) {
  if (n == 0) {
    return 0;
  }
  if (shares_bytes<It> || this_worker() != nullptr) {
    compaction<It, Keep> all(how, first, n, keep, !shares_bytes<It>);
    return all.run(0, all.root(), 0, /*opens=*/true);
  }
  // As for carried_loop: the calling thread begins with a left half.
  constexpr std::uint64_t many = 512;
  std::uint64_t done = 0;
  std::uint64_t to = 0;
  auto extend = [&](compaction<It, Keep>& loop, auto is_due) {
    while (done < loop.blocks) {
      const std::uint64_t size = std::max(done, std::uint64_t{1});
      to = loop.run(done, size, to, /*opens=*/to == 0);
      done += size;
      if (is_due()) {
        break;
      }
    }
    return done >= loop.blocks;
  };
  if (n >= many && how.stated_grain().iterations == 0) {
    const std::uint64_t until = begin_on_caller();
    compaction<It, Keep> loop(how, first, n, keep, /*spawns=*/false);
    if (extend(loop, [until] { return caller_is_due(until); })) {
      return to;
    }
  }
  auto remainder = [&] {
    compaction<It, Keep> loop(how, first, n, keep, /*spawns=*/true);
    if (done == 0) {
      return loop.run(0, loop.root(), 0, /*opens=*/true);
    }
    extend(loop, [] { return false; });
    return to;
  };
  return detail::run_root_call(nullptr, remainder);
}

}  // namespace nuthatch::detail
