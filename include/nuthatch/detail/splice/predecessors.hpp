// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>

#include <nuthatch/detail/splice/branch.hpp>
#include <nuthatch/detail/splice/obstacle.hpp>
#include <nuthatch/splice_counts.hpp>

namespace nuthatch::detail {

/// Finds what interferes with a step, comes before it in the program, and has not ended.
///
/// That is what earlier threads will still do (P1); delayed steps of these threads and of the
/// step's own thread; and what the branch has inherited, whose end it observes only by joining.
template <class Effect>
class predecessors {
 public:
  predecessors(branch<Effect>& of, splice_counts& counts) : of_(of), counts_(counts) {}

  /// Determines, for the newest frame of a thread, what may interfere with anything in it, of the
  /// threads before it and of what is inherited. Everything that is declared in the frame is within
  /// `all`.
  void refine(unsigned thread, const Effect& all) {
    const std::size_t at = of_.depth(thread) - 1;
    const auto above = [&](unsigned p) {
      return at == 0 ? 0 : of_.from(thread, at - 1, p);
    };
    unsigned p = thread;
    bool covered = false;
    while (p != 0 && !covered) {
      --p;
      of_.from(thread, at, p) = first_in_the_way(p, all, above(p)).frame;
      covered = call_covers(p, at, all);
    }
    for (unsigned q = 0; q < p; ++q) {
      of_.from(thread, at, q) = std::max(of_.from(p, at, q), above(q));
    }
    if (at != 0) {
      of_.frame(thread, at).inherited = those_of(of_.frame(thread, at - 1).inherited, all);
    }
  }

  /// Returns what is in the way of a step that a frame has declared.
  [[nodiscard]] obstacles<Effect> in_the_way_of(const Effect& step,
                                                const step_position& at,
                                                std::size_t frame) {
    obstacles<Effect> found = unknown(at);
    found.inherited = first_inherited(step, at.thread, frame);
    known_of_frame<Effect> known{of_, at.thread, frame};
    found.first = first_of(step, at, known, found.threads);
    if (found.none()) {
      note_clear(at.thread, step);
    }
    return found;
  }

  /// Returns the next obstacle of a delayed step.
  [[nodiscard]] obstacle<Effect> next_in_the_way(delayed_step<Effect>& step) {
    known_of_delayed<Effect> known{step};
    return first_of(step.effect, step.at(), known, step.cleared);
  }

  /// Returns the first item that a frame has left and that interferes with a step; null if there is
  /// none.
  [[nodiscard]] const spliced_item<Effect>* first_left(unsigned thread,
                                                       std::size_t frame,
                                                       const Effect& step) {
    for (const spliced_item<Effect>& item : of_.frame(thread, frame).left()) {
      if (interferes(item.effect, step)) {
        return &item;
      }
    }
    return nullptr;
  }

  /// Returns an effect that a frame has inherited and that interferes with a step; null if there is
  /// none.
  [[nodiscard]] const Effect* first_inherited(const Effect& step,
                                              unsigned thread,
                                              std::size_t frame) {
    const auto& inherited = of_.frame(thread, frame).inherited;
    const auto found = std::find_if(inherited.begin(), inherited.end(), [&](const Effect* each) {
      return interferes(*each, step);
    });
    return found == inherited.end() ? nullptr : *found;
  }

  [[nodiscard]] bool has_inherited(const Effect* one, unsigned thread, std::size_t frame) {
    const auto& inherited = of_.frame(thread, frame).inherited;
    return std::binary_search(inherited.begin(), inherited.end(), one, std::less<>());
  }

  /// Notes that nothing of earlier threads interferes with the effect, except steps that these have
  /// begun.
  void note_clear(unsigned thread, const Effect& step) {
    if constexpr (effects::effect_with_covering<Effect>) {
      of_.thread(thread).clear = step;
    }
  }

  /// Invalidates that for the threads after this one: a part of the step that this one has begun is
  /// delayed.
  void forget_clear_after(unsigned thread) noexcept {
    for (unsigned t = thread + 1; t < of_.width(); ++t) {
      of_.thread(t).clear.reset();
    }
  }

  /// Returns whether earlier threads are known not to be in the way.
  [[nodiscard]] bool clear_covers(unsigned thread, const Effect& step) {
    if constexpr (effects::effect_with_covering<Effect>) {
      const std::optional<Effect>& clear = of_.thread(thread).clear;
      return clear && clear->covers(step);
    } else {
      return false;
    }
  }

  /// Returns the obstacles before any search.
  [[nodiscard]] static obstacles<Effect> unknown(const step_position& at) noexcept {
    return {.threads = at.thread + 1, .first = {}};
  }

  /// Calls visit(effect) for everything that comes before the part of the step that a thread has
  /// begun, except steps that others have begun. Visits what is inherited, then the threads, the
  /// nearest first, because it mostly requires the largest cut. Stops after a thread for which
  /// enough(thread) is true.
  template <class Visit, class Enough>
  void for_each_before(unsigned thread, std::ptrdiff_t part, Visit visit, Enough enough) {
    spliced_thread<Effect>& own = of_.thread(thread);
    const step_position position{thread, own.current_number, part};
    const auto visited = [&visit](const Effect& each) {
      visit(each);
      return false;
    };
    for (const Effect* const each : of_.frame(thread, own.current_frame).inherited) {
      visit(*each);
    }
    for (unsigned p = thread + 1; p-- > 0;) {
      const std::size_t depth = of_.depth(p);
      const std::size_t first =
          std::max<std::size_t>(of_.from(thread, own.current_frame, p), of_.first_with_left(p));
      for (std::size_t at = p == thread ? depth : first; at < depth; ++at) {
        for (const spliced_item<Effect>& item : of_.frame(p, at).left()) {
          visit(item.effect);
        }
      }
      of_.thread(p).delayed.find_before(p, 0, position, may_be(own.current_step().effect), visited);
      if (enough(p)) {
        return;
      }
    }
  }

  [[nodiscard]] bool interferes(const Effect& one, const Effect& other) {
    ++counts_.interference_checks;
    return one.interferes_with(other);
  }

 private:
  [[nodiscard]] bool interferes_with_current(unsigned thread, const Effect& step) {
    const spliced_thread<Effect>& other = of_.thread(thread);
    return other.current && interferes(other.current->effect, step);
  }

  [[nodiscard]] auto may_be(const Effect& step) {
    return [this, &step](const Effect& each) {
      return interferes(each, step);
    };
  }

  /// Returns the inherited effects that interfere with `all`, in the branch's memory.
  [[nodiscard]] std::span<const Effect* const> those_of(std::span<const Effect* const> inherited,
                                                        const Effect& all) {
    if (inherited.empty()) {
      return {};
    }
    auto* const room =
        static_cast<const Effect**>(of_.memory().take(inherited.size() * sizeof(const Effect*)));
    const Effect** const end =
        std::copy_if(inherited.begin(), inherited.end(), room, [&](const Effect* each) {
          return interferes(*each, all);
        });
    return {room, end};
  }

  struct left_in_the_way {
    std::uint32_t frame;
    const spliced_item<Effect>* item;  // null: none, in any frame
  };

  /// Returns the first frame of a thread, from `from` on, that has something left that interferes;
  /// the number of its frames if there is none.
  [[nodiscard]] left_in_the_way first_in_the_way(unsigned thread,
                                                 const Effect& step,
                                                 std::uint32_t from) {
    const auto depth = static_cast<std::uint32_t>(of_.depth(thread));
    const auto first = static_cast<std::uint32_t>(of_.first_with_left(thread));
    for (std::uint32_t at = std::max(from, first); at < depth; ++at) {
      if (const auto* item = first_left(thread, at, step)) {
        return {at, item};
      }
    }
    return {std::max(from, depth), nullptr};
  }

  /// Searches the threads below `threads`, which decreases: a thread that is not in the way will
  /// never be again, because what it will do was part of what it had left (P2). For the same reason
  /// `known` only grows: for thread p, the first frame with something left that can be in the way;
  /// and, if there is none, for the last thread, the first number of a delayed step that can be.
  template <class Known>
  [[nodiscard]] obstacle<Effect> first_of(const Effect& step,
                                          const step_position& at,
                                          Known& known,
                                          unsigned& threads) {
    while (threads != 0) {
      const unsigned p = threads - 1;
      if (const obstacle<Effect> found = find(p, step, at, known); found.watchers != nullptr) {
        return found;
      }
      threads = p;
      known.set_from_number(0);
      if (clear_covers(p, step)) {
        return first_begun(step, threads);
      }
    }
    return {};
  }

  /// The same if only steps that these threads have begun can be in the way.
  [[nodiscard]] obstacle<Effect> first_begun(const Effect& step, unsigned& threads) {
    for (; threads != 0; --threads) {
      if (interferes_with_current(threads - 1, step)) {
        return {&of_.thread(threads - 1).current_watchers};
      }
    }
    return {};
  }

  /// Returns whether everything that interferes with an effect interferes with the call of a thread
  /// in that row.
  [[nodiscard]] bool call_covers(unsigned thread, std::size_t at, const Effect& effect) {
    if constexpr (effects::effect_with_covering<Effect>) {
      if (of_.depth(thread) <= at) {
        return false;
      }
      const spliced_item<Effect>* const call = of_.frame(thread, at).made_by;
      return call != nullptr && call->effect.covers(effect);
    } else {
      return false;
    }
  }

  /// Searches what a thread has left, and what it has delayed, for an obstacle of a step. Of the
  /// step's own thread, only what comes before the step.
  template <class Known>
  [[nodiscard]] obstacle<Effect> find(unsigned thread,
                                      const Effect& step,
                                      const step_position& at,
                                      Known& known) {
    spliced_thread<Effect>& other = of_.thread(thread);
    if (thread != at.thread) {
      const left_in_the_way left = first_in_the_way(thread, step, known.from(thread));
      known.set_from(thread,
                     left.item != nullptr ? left.frame : std::numeric_limits<std::uint32_t>::max());
      if (left.item != nullptr) {
        return {&of_.frame(thread, left.frame).watchers, left.item};
      }
    }
    const bool begun_before =
        thread != at.thread || (other.current_number == at.number && other.current &&
                                other.current->left.first() < at.part);
    if (begun_before && interferes_with_current(thread, step)) {
      return {&other.current_watchers};
    }
    delayed_step<Effect>* const found =
        other.delayed.find_before(thread, known.from_number(), at, may_be(step), may_be(step));
    if (found == nullptr) {
      return {};
    }
    if (thread != at.thread) {  // otherwise, other parts of the same step may be delayed
      known.set_from_number(found->number);
    }
    return {&found->watchers};
  }

  branch<Effect>& of_;
  splice_counts& counts_;
};

}  // namespace nuthatch::detail
