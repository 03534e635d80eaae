// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/elements.hpp>
#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/loop_cut.hpp>
#include <nuthatch/detail/reduction.hpp>
#include <nuthatch/fork_join.hpp>
#include <nuthatch/policy.hpp>

namespace nuthatch::detail {

/// Forks two halves of which the right one may use what the left one did. Calls left(), and
/// right(apart), where `apart` is whether the right half began before the left one had ended: it
/// was stolen.
template <class Left, class Right>
void fork_in_order(Left&& left, Right&& right) {
  atomic<bool> left_is_over{/*value=*/false};
  nuthatch::fork_join(
      adaptive,
      [&] {
        left();
        left_is_over.store(/*value=*/true, memory_order_release);
      },
      [&] { right(!left_is_over.load(memory_order_acquire)); });
}

/// A loop whose blocks begin with a value that all blocks before them determine: the sum of their
/// elements in a scan, the number of selected ones in a filter.
///
/// The blocks are the leaves of the tree of all loops, and each half of it is a fork. If the left
/// half has ended when the right one begins, which is so unless the right one was stolen, the right
/// one runs at once with the value that the left one determined. Otherwise it first only measures
/// its blocks, and completes them, in parallel, once the left half has ended. So the elements are
/// visited twice only where something was stolen.
///
/// Blocks has
///
/// | member                                 | effect                                              |
/// |----------------------------------------|-----------------------------------------------------|
/// | value                                  | the type of totals                                  |
/// | kept                                   | what measuring keeps of several blocks              |
/// | totals_are_carried                     | whether run() returns the next block's start        |
/// | run(from, to, start, wanted)           | does all; returns the total, which may be unwanted  |
/// | keep(blocks, length)                   | returns space for so many blocks                    |
/// | measure(from, to, kept, block)         | returns the total of the block                      |
/// | complete(from, to, start, kept, block) | does what is left after measure()                   |
/// | join(a, b)                             | returns the total of two neighbours                 |
///
/// `start` is null where there is nothing before. Unless totals are carried, what a block begins
/// with is joined of totals alone, whichever way the blocks before it were run.
template <class Blocks>
class carried_loop : public cut_iterations {
 public:
  using value = typename Blocks::value;
  using total = std::optional<value>;

  /// @param spawns  whether halves are forks; otherwise all runs on the calling thread.
  carried_loop(std::uint64_t n, Blocks& blocks_of, loop_cut by, bool spawns) noexcept
      : cut_iterations(n, by),
        of_(blocks_of),
        spawns_(spawns) {}

  /// Runs the subtree of at most `size` blocks, a power of two, from number `begin` on. Returns its
  /// total if it is wanted and no block has thrown.
  total run(std::uint64_t begin, std::uint64_t size, const value* start, bool wanted) {
    size = without_missing(begin, size);
    if (!forks(size)) {
      return failure_.watch([&, this] { return run_here(begin, size, start, wanted); });
    }
    const std::uint64_t middle = begin + size / 2;
    halves state;
    auto left = [&, this] {
      state.left = run(begin, size / 2, start, /*wanted=*/true);
    };
    auto right = [&, this](bool apart) {
      if (!apart) {
        if (state.left) {
          state.right = run(middle, size / 2, start_of_right(state, start), wanted);
        }
      } else if (!failure_.happened()) {
        state.later = std::make_unique<measured>(of_, *this, middle, size / 2);
        state.right = measure(middle, size / 2, *state.later, wanted);
      }
    };
    detail::fork_in_order(left, right);
    if (state.later != nullptr && state.left) {
      start = start_of_right(state, start);
      complete(middle, size / 2, *start, *state.later);
    }
    if (!wanted || !state.left || !state.right) {
      return std::nullopt;
    }
    if constexpr (Blocks::totals_are_carried) {
      return state.later == nullptr ? std::move(state.right) : joined(*start, *state.right);
    } else {
      return joined(*state.left, *state.right);
    }
  }

 private:
  /// What a stolen subtree keeps between its two passes. The total of a left half is kept with its
  /// last block: no other left half ends there.
  struct measured {
    std::uint64_t first;
    typename Blocks::kept kept;
    std::vector<total> left_totals;

    measured(Blocks& of, const cut_iterations& loop, std::uint64_t begin, std::uint64_t size)
        : measured(of, loop.cut.block, begin, std::min(size, loop.blocks - begin)) {}

    measured(Blocks& of, std::uint64_t block, std::uint64_t begin, std::uint64_t count)
        : first(begin),
          kept(of.keep(count, block)),
          left_totals(count) {}

    [[nodiscard]] total& of_left(std::uint64_t middle) { return left_totals[middle - 1 - first]; }
  };

  /// The halves of a subtree.
  struct halves {
    total left;
    total right;
    total next;
    std::unique_ptr<measured> later;
  };

  /// Returns what the right half begins with, once the left one has a total.
  const value* start_of_right(halves& state, const value* start) {
    if (Blocks::totals_are_carried || start == nullptr) {
      return std::addressof(*state.left);
    }
    return std::addressof(state.next.emplace(joined(*start, *state.left)));
  }

  [[nodiscard]] value joined(const value& left, const value& right) {
    return failure_.watch([&, this] { return of_.join(left, right); });
  }

  /// Whether the halves of a subtree are forks. Otherwise it runs here.
  [[nodiscard]] bool forks(std::uint64_t size) const noexcept {
    return size > 1 && size > cut.piece && spawns_;
  }

  template <class Left, class Right>
  void in_two(std::uint64_t size, Left& left, Right& right) {
    if (forks(size)) {
      nuthatch::fork_join(adaptive, left, right);
    } else {
      left();
      right();
    }
  }

  /// The same as run(), without forks.
  total run_here(std::uint64_t begin, std::uint64_t size, const value* start, bool wanted) {
    size = without_missing(begin, size);
    if (size == 1) {
      if (failure_.happened()) {
        return std::nullopt;
      }
      loop_failure::throw_if_stopped();
      return of_.run(begin_of(begin), end_of(begin + 1), start, wanted);
    }
    const total left = run_here(begin, size / 2, start, /*wanted=*/true);
    if (!left) {
      return std::nullopt;
    }
    if (Blocks::totals_are_carried || start == nullptr) {
      start = std::addressof(*left);
      total right = run_here(begin + size / 2, size / 2, start, wanted);
      if (Blocks::totals_are_carried || !wanted || !right) {
        return right;
      }
      return of_.join(*left, *right);
    }
    const value next = of_.join(*start, *left);
    const total right = run_here(begin + size / 2, size / 2, std::addressof(next), wanted);
    if (!wanted || !right) {
      return std::nullopt;
    }
    return of_.join(*left, *right);
  }

  total measure(std::uint64_t begin, std::uint64_t size, measured& in, bool wanted) {
    size = without_missing(begin, size);
    if (size == 1) {
      if (!wanted || failure_.happened()) {
        return std::nullopt;
      }
      return failure_.watch([&, this]() -> total {
        loop_failure::throw_if_stopped();
        return of_.measure(begin_of(begin), end_of(begin + 1), in.kept, begin - in.first);
      });
    }
    const std::uint64_t middle = begin + size / 2;
    total& first = in.of_left(middle);
    total second;
    auto left = [&, this] {
      first = measure(begin, size / 2, in, /*wanted=*/true);
    };
    auto right = [&, this] {
      second = measure(middle, size / 2, in, wanted);
    };
    in_two(size, left, right);
    if (!wanted || !first || !second) {
      return std::nullopt;
    }
    return joined(*first, *second);
  }

  void complete(std::uint64_t begin, std::uint64_t size, const value& start, measured& in) {
    size = without_missing(begin, size);
    if (failure_.happened()) {
      return;
    }
    if (size == 1) {
      failure_.watch([&, this] {
        of_.complete(begin_of(begin), end_of(begin + 1), start, in.kept, begin - in.first);
      });
      return;
    }
    const std::uint64_t middle = begin + size / 2;
    auto left = [&, this] {
      complete(begin, size / 2, start, in);
    };
    auto right = [&, this] {
      complete(middle, size / 2, joined(start, *in.of_left(middle)), in);
    };
    in_two(size, left, right);
  }

  Blocks& of_;
  const bool spawns_;
  loop_failure failure_{};
};

/// How many times as long as those of a reduction the blocks are.
template <class Blocks>
inline constexpr std::uint64_t times_reduction = 4;

template <class Blocks>
  requires requires { Blocks::times_reduction; }
inline constexpr std::uint64_t times_reduction<Blocks> = Blocks::times_reduction;

/// Returns the cut of such a loop on the calling thread's runtime. The blocks depend on the number
/// of elements and the stated grain alone. They are so many times as long as those of a reduction,
/// because more is passed from one to the next, but short enough to be visited twice in the nearest
/// cache.
///
/// `by_pieces`: the blocks are rather as long as pieces, if totals are carried. Then the number of
/// blocks has no effect on the results.
template <class Blocks>
[[nodiscard]] loop_cut cut_of_carried(const parallel_policy& how,
                                      std::uint64_t n,
                                      bool by_pieces) noexcept {
  constexpr std::uint64_t longest = 2048;
  const loop_cut cut = detail::cut_of_reduction({how.stated_grain(), /*reproducible=*/true}, n);
  if (how.stated_grain().iterations != 0 || cut.block >= longest) {
    return cut;
  }
  const std::uint64_t least = Blocks::totals_are_carried && by_pieces ? cut.piece : 1;
  const std::uint64_t block =
      std::min(cut.block * std::max(times_reduction<Blocks>, least), longest);
  return {block, std::max(cut.piece * cut.block / block, std::uint64_t{1})};
}

/// The blocks at the beginning that have run: a left half of the tree, or all.
template <class Blocks>
struct carried_beginning {
  using value = typename Blocks::value;

  Blocks& of;
  const value* start;
  bool wanted;
  std::uint64_t done = 0;
  std::optional<value> known{};  // their total

  /// Runs the right neighbours of what has run, each as long as all before it, until is_due()
  /// holds. Returns whether all have run.
  template <class IsDue>
  bool extend(carried_loop<Blocks>& loop, IsDue is_due) {
    while (done < loop.blocks) {
      const std::uint64_t size = std::max(done, std::uint64_t{1});
      const bool more = wanted || done + size < loop.blocks;
      if (done == 0) {
        known = loop.run(0, 1, start, more);
      } else if constexpr (Blocks::totals_are_carried) {
        known = loop.run(done, size, std::addressof(*known), more);
      } else {
        std::optional<value> next;
        if (start != nullptr) {
          next.emplace(of.join(*start, *known));
        }
        std::optional<value> added =
            loop.run(done, size, std::addressof(next ? *next : *known), more);
        if (added) {
          known.emplace(of.join(*known, *added));
        }
      }
      done += size;
      if (is_due()) {
        break;
      }
    }
    return done >= loop.blocks;
  }
};

/// Runs such a loop over `n` elements, at least one, on any thread. Returns the total if it is
/// wanted. `alone`: only the calling thread may run blocks.
///
/// A thread that runs no task begins itself, as run_beginning states. It and the task that takes
/// over have the same short blocks, since the thread looks at the time between blocks.
template <class Blocks>
std::optional<typename Blocks::value> run_carried(const parallel_policy& how,
                                                  std::uint64_t n,
                                                  Blocks& blocks,
                                                  const typename Blocks::value* start,
                                                  bool wanted,
                                                  bool alone = false) {
  if (alone || this_worker() != nullptr) {
    const loop_cut cut = detail::cut_of_carried<Blocks>(how, n, /*by_pieces=*/true);
    carried_loop<Blocks> loop(n, blocks, cut, !alone);
    return loop.run(0, loop.root(), start, wanted);
  }
  const auto cut = [&how, n] {
    return detail::cut_of_carried<Blocks>(how, n, /*by_pieces=*/false);
  };
  constexpr std::uint64_t many = 512;
  carried_beginning<Blocks> beginning{blocks, start, wanted};
  if (n >= many && how.stated_grain().iterations == 0) {
    const std::uint64_t until = begin_on_caller();
    carried_loop<Blocks> loop(n, blocks, cut(), /*spawns=*/false);
    if (beginning.extend(loop, [until] { return caller_is_due(until); })) {
      return std::move(beginning.known);
    }
  }
  auto remainder = [&] {
    carried_loop<Blocks> loop(n, blocks, cut(), /*spawns=*/true);
    if (beginning.done == 0) {
      return loop.run(0, loop.root(), start, wanted);
    }
    beginning.extend(loop, [] { return false; });
    return std::move(beginning.known);
  };
  return detail::run_root_call(nullptr, remainder);
}

}  // namespace nuthatch::detail
