// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/detail/splice/branch.hpp>
#include <nuthatch/detail/splice/predecessors.hpp>
#include <nuthatch/splice_counts.hpp>

namespace nuthatch::detail {

/// The delayed steps of a branch. Each watches one of its predecessors, and searches for the next
/// one when that has ended or has less left.
template <class Effect>
class dependences {
 public:
  dependences(branch<Effect>& of, predecessors<Effect>& preceding, splice_counts& counts)
      : of_(of),
        preceding_(preceding),
        counts_(counts) {}

  /// Delays an item of a frame, or the part of it that `step` describes. The step watches what is
  /// known to be in its way; if nothing is known, the next settle() searches.
  void delay(spliced_item<Effect>& item,
             const spliced_item<Effect>& step,
             const step_position& at,
             std::size_t frame,
             const obstacles<Effect>& known) {
    spliced_thread<Effect>& own = of_.thread(at.thread);
    delayed_step<Effect>& made = own.delayed.add_step(
        of_.delayed_in(at.thread, frame, at.number), item, step, at, at.thread);
    for (unsigned p = 0; p < at.thread; ++p) {
      made.from()[p] = known_of_delayed<Effect>::packed(of_.from(at.thread, frame, p));
    }
    made.cleared = known.threads;
    made.inherited = known.inherited != nullptr
                         ? known.inherited
                         : preceding_.first_inherited(step.effect, at.thread, frame);
    ++counts_.delayed_steps;
    if (known.first.watchers != nullptr && made.inherited == nullptr) {
      watch(made, known.first);
    } else {
      look_again(made);
    }
  }

  /// Releases these steps, because what they watched has ended.
  void release(watched<Effect>& watchers) {
    while (delayed_step<Effect>* const one = watchers.first) {
      watchers.first = one->next_watcher;
      look_again(*one);
    }
  }

  /// A frame has passed an item. Releases the steps that watched the item and with which nothing
  /// that the frame has left interferes. So each step is compared once with each item of a frame.
  void has_passed(unsigned thread, std::size_t frame, const spliced_item<Effect>& item) {
    release_unless(of_.frame(thread, frame).watchers, [&](delayed_step<Effect>& waiting) {
      return waiting.watched_item != &item || still_watches(waiting, thread, frame);
    });
  }

  /// The same for a frame of which several items were taken and have ended.
  void has_less(unsigned thread, std::size_t frame) {
    release_unless(of_.frame(thread, frame).watchers, [&](delayed_step<Effect>& waiting) {
      return still_watches(waiting, thread, frame);
    });
  }

  /// The same for the step over an interval that a thread has begun.
  void current_has_less(unsigned thread) {
    spliced_thread<Effect>& own = of_.thread(thread);
    release_unless(own.current_watchers, [&](const delayed_step<Effect>& waiting) {
      return preceding_.interferes(own.current->effect, waiting.effect);
    });
  }

  /// Takes over a step, for a frame, from a branch that has joined. Nothing is known about it here,
  /// except if this branch has inherited what it waits for, too. In that case it is not compared
  /// with everything again in each of many branches that join each other.
  void take_over(delayed_step<Effect>& one, std::size_t frame) {
    std::fill_n(one.from(), one.thread, std::byte{0});
    one.cleared = predecessors<Effect>::unknown(one.at()).threads;
    one.from_number = 0;
    if (!preceding_.has_inherited(one.inherited, one.thread, frame)) {
      one.inherited = preceding_.first_inherited(one.effect, one.thread, frame);
    }
    one.next_watcher = nullptr;
    one.watched_item = nullptr;
    one.watchers = {};
    look_again(one);
  }

  /// Runs the steps that are ready, in program order, and those that become ready. `run(step)` runs
  /// one.
  template <class Run>
  void settle(Run run) {
    while (!ready_.empty()) {
      std::pop_heap(ready_.begin(), ready_.end(), later);
      delayed_step<Effect>& one = *ready_.back();
      ready_.pop_back();
      if (one.inherited != nullptr) {
        continue;
      }
      if (const obstacle<Effect> found = preceding_.next_in_the_way(one);
          found.watchers != nullptr) {
        watch(one, found);
        continue;
      }
      run(one);
      watched<Effect> watchers = one.watchers;
      of_.thread(one.thread).delayed.remove(one);
      release(watchers);
    }
  }

 private:
  static bool later(const delayed_step<Effect>* a, const delayed_step<Effect>* b) noexcept {
    return b->at() < a->at();
  }

  void look_again(delayed_step<Effect>& one) {
    ready_.push_back(&one);
    std::push_heap(ready_.begin(), ready_.end(), later);
  }

  [[nodiscard]] bool still_watches(delayed_step<Effect>& waiting,
                                   unsigned thread,
                                   std::size_t frame) {
    waiting.watched_item = preceding_.first_left(thread, frame, waiting.effect);
    return waiting.watched_item != nullptr;
  }

  template <class InTheWay>
  void release_unless(watched<Effect>& watchers, InTheWay in_the_way) {
    delayed_step<Effect>** link = &watchers.first;
    while (delayed_step<Effect>* const one = *link) {
      if (in_the_way(*one)) {
        link = &one->next_watcher;
      } else {
        *link = one->next_watcher;
        look_again(*one);
      }
    }
  }

  void watch(delayed_step<Effect>& waiting, const obstacle<Effect>& found) {
    waiting.watched_item = found.of_frame;
    waiting.next_watcher = found.watchers->first;
    found.watchers->first = &waiting;
    ++counts_.dependences;
  }

  branch<Effect>& of_;
  predecessors<Effect>& preceding_;
  splice_counts& counts_;
  std::vector<delayed_step<Effect>*> ready_;  // a heap
};

}  // namespace nuthatch::detail
