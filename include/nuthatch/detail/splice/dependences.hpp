#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <nuthatch/detail/splice/branch.hpp>
#include <nuthatch/splice_counts.hpp>

namespace nuthatch::detail {

/// What keeps steps of a branch from running, in program order; and the steps that were delayed for
/// it.
///
/// A step may run when nothing interferes with it that comes before it in the program and is not
/// done: what a thread before its own will still do (P1); delayed steps of these and of its own
/// thread; and what the branch has inherited, of which it learns the end by joining only. What
/// stands in its way is watched. A delayed step watches one thing, and looks for the next when that
/// is done or has less left.
template <class E>
class dependences {
 public:
  dependences(branch<E>& of, splice_counts& counts) : of_(of), counts_(counts) {}

  /// What keeps a step from running.
  struct obstacles {
    unsigned threads;             // those from this one on to its own do not, and will not
    watched<E>* first = nullptr;  // of the one before that; null: nobody has looked
    bool inherited = false;

    [[nodiscard]] bool none() const noexcept { return threads == 0 && !inherited; }
  };

  /// Notes for the newest frame of a thread what may interfere with anything in it, of threads
  /// before it and of what is inherited. Whatever is declared there is within `all`.
  void refine(unsigned thread, const E& all) {
    const std::size_t at = of_.depth(thread) - 1;
    const auto above = [&](unsigned p) {
      return at == 0 ? 0 : of_.from(thread, at - 1, p);
    };
    unsigned p = thread;
    bool covered = false;
    while (p != 0 && !covered) {
      --p;
      of_.from(thread, at, p) = first_in_the_way(p, all, above(p));
      covered = call_covers(p, at, all);
    }
    for (unsigned q = 0; q < p; ++q) {
      of_.from(thread, at, q) = std::max(of_.from(p, at, q), above(q));
    }
    if (at != 0) {
      of_.frame(thread, at).inherited = those_of(of_.frame(thread, at - 1).inherited, all);
    }
  }

  /// Of a step that a frame has declared.
  [[nodiscard]] obstacles in_the_way_of(const E& step, const step_position& at, std::size_t frame) {
    obstacles found = unknown(at);
    found.inherited = is_inherited(step, at.thread, frame);
    known_of_frame known{of_, at.thread, frame};
    found.first = first_watched(step, at, known, found.threads);
    if (found.none()) {
      note_clear(at.thread, step);
    }
    return found;
  }

  /// Nothing of threads before interferes with it, but for steps that these have begun.
  void note_clear(unsigned thread, const E& step) {
    if constexpr (effects::effect_with_covering<E>) {
      of_.thread(thread).clear = step;
    }
  }

  /// For threads after one: a part of what that has begun is delayed.
  void forget_clear_after(unsigned thread) noexcept {
    for (unsigned t = thread + 1; t < of_.width(); ++t) {
      of_.thread(t).clear.reset();
    }
  }

  /// Whether threads before another one are known not to be in the way.
  [[nodiscard]] bool clear_covers(unsigned thread, const E& step) {
    if constexpr (effects::effect_with_covering<E>) {
      const std::optional<E>& clear = of_.thread(thread).clear;
      return clear && clear->covers(step);
    } else {
      return false;
    }
  }

  /// Before anybody has looked.
  [[nodiscard]] static obstacles unknown(const step_position& at) noexcept {
    return {.threads = at.thread + 1};
  }

  /// Calls visit(effect) for all that comes before the part of the step that a thread has begun,
  /// but for steps that others have begun. The nearest first: it mostly asks for the most. Ends
  /// with a thread for which enough(thread) is true; what is inherited is visited before.
  template <class Visit, class Enough>
  void for_each_before(unsigned thread, std::ptrdiff_t part, Visit visit, Enough enough) {
    spliced_thread<E>& own = of_.thread(thread);
    const step_position position{thread, own.current_number, part};
    const auto visited = [&visit](const E& effect) {
      visit(effect);
      return false;
    };
    for (const E* const each : of_.frame(thread, own.current_frame).inherited) {
      visit(*each);
    }
    for (unsigned p = thread + 1; p-- > 0;) {
      const std::size_t depth = of_.depth(p);
      for (std::size_t at = p == thread ? depth : of_.from(thread, own.current_frame, p);
           at < depth;
           ++at) {
        for (const spliced_item<E>& item : of_.frame(p, at).left()) {
          visit(item.effect);
        }
      }
      of_.thread(p).delayed.find_before(p, 0, position, may_be(own.current->effect), visited);
      if (enough(p)) {
        return;
      }
    }
  }

  [[nodiscard]] bool interferes_with_current(unsigned thread, const E& step) {
    const spliced_thread<E>& other = of_.thread(thread);
    return other.current && interferes(other.current->effect, step);
  }

  /// An item of a frame, or the part of it that `step` says. It watches what is known to be in its
  /// way; else, the next settle() looks at it.
  void delay(spliced_item<E>& item,
             const spliced_item<E>& step,
             const step_position& at,
             std::size_t frame,
             const obstacles& known) {
    spliced_thread<E>& own = of_.thread(at.thread);
    delayed_step<E>& made = own.delayed.add_step(
        of_.delayed_in(at.thread, frame, at.number), item, step, at, at.thread);
    for (unsigned p = 0; p < at.thread; ++p) {
      made.from()[p] = known_of_delayed::packed(of_.from(at.thread, frame, p));
    }
    made.cleared = known.threads;
    made.inherited = known.inherited || is_inherited(step.effect, at.thread, frame);
    ++counts_.delayed_steps;
    if (known.first != nullptr && !made.inherited) {
      watch(made, *known.first);
    } else {
      look_again(made);
    }
  }

  /// What they watched is done.
  void release(watched<E>& watchers) {
    while (delayed_step<E>* const one = watchers.first) {
      watchers.first = one->next_watcher;
      look_again(*one);
    }
  }

  /// A frame has less left than before: releases those with which that does not interfere.
  void has_less(unsigned thread, std::size_t frame) {
    release_unless(of_.frame(thread, frame).watchers, [&](const E& step) {
      return interferes_with_any(of_.frame(thread, frame).left(), step);
    });
  }

  /// The same of the step over an interval that a thread has begun.
  void current_has_less(unsigned thread) {
    spliced_thread<E>& own = of_.thread(thread);
    release_unless(own.current_watchers,
                   [&](const E& step) { return interferes(own.current->effect, step); });
  }

  /// Of a branch that has joined, for a frame: nothing is known of it here.
  void take_over(delayed_step<E>& one, std::size_t frame) {
    std::fill_n(one.from(), one.thread, std::byte{0});
    one.cleared = unknown(one.at()).threads;
    one.from_number = 0;
    one.inherited = is_inherited(one.effect, one.thread, frame);
    one.next_watcher = nullptr;
    one.watchers = {};
    look_again(one);
  }

  /// Runs what is ready, in program order, and what that makes ready. `run(step)` runs one.
  template <class Run>
  void settle(Run run) {
    while (!ready_.empty()) {
      std::pop_heap(ready_.begin(), ready_.end(), later);
      delayed_step<E>& one = *ready_.back();
      ready_.pop_back();
      if (one.inherited) {
        continue;
      }
      if (watched<E>* const blocker = next_in_the_way(one)) {
        watch(one, *blocker);
        continue;
      }
      run(one);
      watched<E> watchers = one.watchers;
      of_.thread(one.thread).delayed.remove(one);
      release(watchers);
    }
  }

 private:
  static bool later(const delayed_step<E>* a, const delayed_step<E>* b) noexcept {
    return b->at() < a->at();
  }

  void look_again(delayed_step<E>& one) {
    ready_.push_back(&one);
    std::push_heap(ready_.begin(), ready_.end(), later);
  }

  [[nodiscard]] bool interferes_with_any(const item_range<E>& items, const E& step) {
    for (const spliced_item<E>& item : items) {
      if (interferes(item.effect, step)) {
        return true;
      }
    }
    return false;
  }

  template <class InTheWay>
  void release_unless(watched<E>& watchers, InTheWay in_the_way) {
    delayed_step<E>** link = &watchers.first;
    while (delayed_step<E>* const one = *link) {
      if (in_the_way(one->effect)) {
        link = &one->next_watcher;
      } else {
        *link = one->next_watcher;
        look_again(*one);
      }
    }
  }

  void watch(delayed_step<E>& waiting, watched<E>& blocker) {
    waiting.next_watcher = blocker.first;
    blocker.first = &waiting;
    ++counts_.dependences;
  }

  [[nodiscard]] bool interferes(const E& one, const E& other) {
    ++counts_.interference_checks;
    return one.interferes_with(other);
  }

  [[nodiscard]] auto may_be(const E& step) {
    return [this, &step](const E& effect) {
      return interferes(effect, step);
    };
  }

  [[nodiscard]] bool is_inherited(const E& step, unsigned thread, std::size_t frame) {
    const auto& inherited = of_.frame(thread, frame).inherited;
    return std::any_of(
        inherited.begin(), inherited.end(), [&](const E* each) { return interferes(*each, step); });
  }

  /// In the branch's memory.
  [[nodiscard]] std::span<const E* const> those_of(std::span<const E* const> inherited,
                                                   const E& all) {
    if (inherited.empty()) {
      return {};
    }
    auto* const room =
        static_cast<const E**>(of_.memory().take(inherited.size() * sizeof(const E*)));
    const E** const end =
        std::copy_if(inherited.begin(), inherited.end(), room, [&](const E* each) {
          return interferes(*each, all);
        });
    return {room, end};
  }

  /// The first frame of a thread from there on that has something left that interferes, or how many
  /// frames it has.
  [[nodiscard]] std::uint32_t first_in_the_way(unsigned thread, const E& step, std::uint32_t from) {
    const auto depth = static_cast<std::uint32_t>(of_.depth(thread));
    for (std::uint32_t at = from; at < depth; ++at) {
      if (interferes_with_any(of_.frame(thread, at).left(), step)) {
        return at;
      }
    }
    return std::max(from, depth);
  }

  /// What is known, in a frame, of threads before: see first_watched.
  struct known_of_frame {
    branch<E>& of;
    unsigned thread;
    std::size_t frame;

    [[nodiscard]] std::uint32_t from(unsigned p) const noexcept {
      return of.from(thread, frame, p);
    }

    [[nodiscard]] std::uint64_t from_number() const noexcept { return 0; }

    void set_from(unsigned /*p*/, std::uint32_t /*frame*/) noexcept {}

    void set_from_number(std::uint64_t /*number*/) noexcept {}
  };

  /// The same of a delayed step, which remembers how far it has looked.
  struct known_of_delayed {
    delayed_step<E>& step;

    static constexpr std::uint32_t nothing_left = 255;

    [[nodiscard]] static std::byte packed(std::uint32_t frame) noexcept {
      return static_cast<std::byte>(std::min(frame, nothing_left - 1));
    }

    [[nodiscard]] std::uint32_t from(unsigned p) const noexcept {
      const auto frame = static_cast<std::uint32_t>(step.from()[p]);
      return frame == nothing_left ? std::numeric_limits<std::uint32_t>::max() : frame;
    }

    [[nodiscard]] std::uint64_t from_number() const noexcept { return step.from_number; }

    void set_from(unsigned p, std::uint32_t frame) noexcept {
      step.from()[p] = frame == std::numeric_limits<std::uint32_t>::max()
                           ? static_cast<std::byte>(nothing_left)
                           : packed(frame);
    }

    void set_from_number(std::uint64_t number) noexcept { step.from_number = number; }
  };

  /// The next that is in the way of a delayed step.
  [[nodiscard]] watched<E>* next_in_the_way(delayed_step<E>& step) {
    known_of_delayed known{step};
    return first_watched(step.effect, step.at(), known, step.cleared);
  }

  /// Of threads below `threads`, which becomes less: once one is not in the way, it never is again,
  /// since what it will do was in what it had left (P2). For the same reason `known` only grows: of
  /// thread p, from which frame on something left can be in the way; and where nothing is, of the
  /// last thread, from which number on something that is delayed.
  template <class Known>
  [[nodiscard]] watched<E>* first_watched(const E& step,
                                          const step_position& at,
                                          Known& known,
                                          unsigned& threads) {
    while (threads != 0) {
      const unsigned p = threads - 1;
      if (watched<E>* const found = find(p, step, at, known)) {
        return found;
      }
      threads = p;
      known.set_from_number(0);
      if (clear_covers(p, step)) {
        return first_begun(step, threads);
      }
    }
    return nullptr;
  }

  /// The same where nothing else than steps that they have begun can be in the way.
  [[nodiscard]] watched<E>* first_begun(const E& step, unsigned& threads) {
    for (; threads != 0; --threads) {
      if (interferes_with_current(threads - 1, step)) {
        return &of_.thread(threads - 1).current_watchers;
      }
    }
    return nullptr;
  }

  /// Whether all that interferes with an effect interferes with the call of a thread in that row.
  [[nodiscard]] bool call_covers(unsigned thread, std::size_t at, const E& effect) {
    if constexpr (effects::effect_with_covering<E>) {
      if (of_.depth(thread) <= at) {
        return false;
      }
      const spliced_item<E>* const call = of_.frame(thread, at).made_by;
      return call != nullptr && call->effect.covers(effect);
    } else {
      return false;
    }
  }

  /// What a thread has left, and what it has delayed, that is in the way of a step. If that is its
  /// own, only what comes before.
  template <class Known>
  [[nodiscard]] watched<E>* find(unsigned thread,
                                 const E& step,
                                 const step_position& at,
                                 Known& known) {
    spliced_thread<E>& other = of_.thread(thread);
    if (thread != at.thread) {
      const std::uint32_t frame = first_in_the_way(thread, step, known.from(thread));
      const bool left = frame < other.depth;
      known.set_from(thread, left ? frame : std::numeric_limits<std::uint32_t>::max());
      if (left) {
        return &of_.frame(thread, frame).watchers;
      }
    }
    const bool begun_before =
        thread != at.thread || (other.current_number == at.number && other.current &&
                                other.current->left.first() < at.part);
    if (begun_before && interferes_with_current(thread, step)) {
      return &other.current_watchers;
    }
    delayed_step<E>* const found =
        other.delayed.find_before(thread, known.from_number(), at, may_be(step), may_be(step));
    if (found == nullptr) {
      return nullptr;
    }
    if (thread != at.thread) {  // else, other parts of the same step may still be delayed
      known.set_from_number(found->number);
    }
    return &found->watchers;
  }

  branch<E>& of_;
  splice_counts& counts_;
  std::vector<delayed_step<E>*> ready_;  // a heap
};

}  // namespace nuthatch::detail
