// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <nuthatch/detail/splice/step_runner.hpp>

namespace nuthatch::detail {

/// Runs steps over intervals that several threads have begun: a slice of one thread's step after a
/// slice of the other's, so that they work on the same data at nearly the same time.
///
/// If a slice interferes with what an earlier thread has left, that thread goes first. So threads
/// follow each other at the distance that their effects require. Before the first slice of a step,
/// the parts of it that have to wait for something outside of the pipeline are cut off and delayed:
/// strips at the edges of a block.
template <effects::effect_type Effect>
class pipeline {
 public:
  explicit pipeline(step_runner<Effect>& steps) : steps_(steps) {}

  /// Begins such a step, which is the thread's next item.
  void begin(unsigned t, spliced_item<Effect>& step, std::size_t frame) {
    spliced_thread<Effect>& thread = steps_.of().thread(t);
    thread.current = step;
    thread.current_item = &step;
    thread.current_number = thread.steps++;
    thread.current_frame = frame;
    steps_.passed(t, frame);
  }

  /// Runs what these threads have begun, in program order of the threads. If too much is delayed,
  /// steps that are not cut yet remain, until run() is called for their thread alone.
  void run(const std::vector<unsigned>& threads) {
    members_.clear();
    for (const unsigned t : threads) {
      if (steps_.of().thread(t).current) {
        members_.push_back({t, false, {}});
      }
    }
    const bool together = can_run_together();
    while (together ? run_round_together() : run_round()) {
    }
  }

  /// Delays what is left of the step that a thread has begun.
  void delay_rest(unsigned t) {
    spliced_thread<Effect>& thread = steps_.of().thread(t);
    if (thread.current) {
      delay(t, *thread.current, thread.current->left);
      thread.current.reset();
    }
  }

 private:
  struct member {
    unsigned thread;
    bool cut;
    effects::interval part;  // to run next
  };

  [[nodiscard]] spliced_thread<Effect>& thread_of(std::size_t i) {
    return steps_.of().thread(members_[i].thread);
  }

  /// Returns whether all threads run the same step, which can run several slices by one call.
  [[nodiscard]] bool can_run_together() {
    if (members_.size() < 2) {
      return false;
    }
    const item_operations<Effect>* const what = thread_of(0).current_step().what;
    for (std::size_t i = 1; i < members_.size(); ++i) {
      if (thread_of(i).current_step().what != what) {
        return false;
      }
    }
    return what->run_together != nullptr;
  }

  /// Runs a slice of each thread. Returns whether anything changed.
  bool run_round() {
    bool progress = false;
    begin_round();
    for (std::size_t i = 0; i < members_.size(); ++i) {
      progress = advance(i) || progress;
      if (const std::optional<spliced_item<Effect>>& left = thread_of(i).current) {
        add_ahead(left->effect);
      }
    }
    return progress;
  }

  void begin_round() {
    ahead_.reset();
    std::size_t left = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      left += thread_of(i).current ? 1U : 0U;
    }
    alone_ = left == 1;
  }

  /// Collects what members have left, for those behind them: as one union, so that one comparison
  /// suffices.
  void add_ahead(const Effect& left) {
    if constexpr (effects::effect_with_union<Effect>) {
      if (!ahead_) {
        ahead_ = left;
      } else if constexpr (requires { ahead_->add(left); }) {
        ahead_->add(left);  // without a copy
      } else {
        ahead_ = ahead_->united(left);
      }
    }
  }

  /// The same by one call for all slices. So each thread also stays behind the slices that others
  /// are about to run: no two of them interfere.
  bool run_round_together() {
    bool progress = false;
    begin_round();
    slices_.clear();
    for (member& each : members_) {
      each.part = {};
    }
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (thread_of(i).current) {
        progress = find_part(i) || progress;
      }
      if (const std::optional<spliced_item<Effect>>& left = thread_of(i).current) {
        if (!members_[i].part.empty()) {
          slices_.push_back({left->payload, left->left.with(0, members_[i].part)});
        }
        add_ahead(left->effect);
      }
    }
    if (slices_.empty()) {
      return progress;
    }
    run_slices();
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (!members_[i].part.empty()) {
        pass_part(i);
      }
    }
    return true;
  }

  /// Runs one slice, or as much of it as nothing is in the way of. Returns whether anything
  /// changed.
  bool advance(std::size_t i) {
    if (!thread_of(i).current) {
      return false;
    }
    members_[i].part = {};
    const bool cut_off = find_part(i);
    if (members_[i].part.empty()) {
      return cut_off;
    }
    const spliced_item<Effect>& step = thread_of(i).current_step();
    steps_.execute({members_[i].thread, thread_of(i).current_number, members_[i].part.first},
                   *step.what,
                   step.payload,
                   step.left.with(0, members_[i].part));
    pass_part(i);
    return true;
  }

  /// Determines what a thread can run next of the step that it has begun, and stores it as its
  /// part. Before the first part, cuts off what something outside of the pipeline is in the way of.
  /// Returns whether it did.
  bool find_part(std::size_t i) {
    member& own = members_[i];
    own.part = clear_slice(i);
    if (own.part.empty() || own.cut) {
      return false;
    }
    if (steps_.stopped() && members_.size() > 1) {
      own.part = {};
      return false;
    }
    own.cut = true;
    cut(i);
    const std::optional<spliced_item<Effect>>& kept = thread_of(i).current;
    if (!kept || kept->left.first() != own.part.first) {
      own.part = {};
      return true;
    }
    own.part = own.part.clipped(kept->left.sides[0]);
    return false;
  }

  /// An exception of any slice counts as one of the first.
  void run_slices() {
    const auto first = std::find_if(
        members_.begin(), members_.end(), [](const member& each) { return !each.part.empty(); });
    const spliced_thread<Effect>& thread = steps_.of().thread(first->thread);
    steps_.execute_together({first->thread, thread.current_number, first->part.first},
                            *thread.current_step().what,
                            slices_);
  }

  void pass_part(std::size_t i) {
    const block& all = thread_of(i).current_step().left;
    ++steps_.counts().switches;
    leave(i, all.with(0, {members_[i].part.last, all.sides[0].last}));
  }

  /// Returns the next slice, without what interferes with what earlier threads have left. Returns
  /// nothing if the slice is too short to be worth a switch: it will be longer when these threads
  /// have advanced. Returns everything if no other thread has anything left.
  effects::interval clear_slice(std::size_t i) {
    const spliced_item<Effect>& step = thread_of(i).current_step();
    const effects::interval& all = step.left.sides[0];
    const auto longest_slice = static_cast<std::size_t>(step.slice);
    effects::interval slice{all.first,
                            index_behind(all.first, std::min(longest_slice, all.size()))};
    if (alone_) {
      return all;
    }
    Effect effect = step.what->effect_of(step.payload, step.left.with(0, slice));
    if constexpr (effects::effect_with_union<Effect>) {
      if (!ahead_ || !compare(effect, *ahead_)) {
        return slice;
      }
    }
    for (std::size_t j = i; j-- > 0 && !slice.empty();) {
      const std::optional<spliced_item<Effect>>& other = thread_of(j).current;
      if (other && compare(effect, other->effect)) {
        const auto clear = [&](std::size_t length) {
          const effects::interval part{slice.first, index_behind(slice.first, length)};
          return !interferes(step, step.left.with(0, part), other->effect);
        };
        slice.last = index_behind(slice.first, longest_but_little(slice.size(), clear));
        if (!slice.empty()) {
          effect = step.what->effect_of(step.payload, step.left.with(0, slice));
        }
      }
    }
    constexpr std::size_t least = 4;  // a fourth of a slice
    const bool worth_it = slice.last == all.last || slice.size() >= (longest_slice - 1) / least + 1;
    return worth_it ? slice : effects::interval{};
  }

  bool interferes(const spliced_item<Effect>& step, const block& part, const Effect& with) {
    return compare(step.what->effect_of(step.payload, part), with);
  }

  bool compare(const Effect& one, const Effect& other) {
    ++steps_.counts().interference_checks;
    return one.interferes_with(other);
  }

  /// Delays the parts of a step that something outside of the pipeline is in the way of.
  void cut(std::size_t i) {
    const unsigned t = members_[i].thread;
    const spliced_item<Effect> step = thread_of(i).current_step();
    block kept = step.left;
    Effect effect = step.effect;
    steps_.preceding().for_each_before(
        t,
        step.left.first(),
        [&](const Effect& other) {
          if (!kept.empty() && compare(effect, other)) {
            kept = best_cut(step, kept, other);
            if (!kept.empty()) {
              effect = step.what->effect_of(step.payload, kept);
            }
          }
        },
        [&](unsigned p) { return kept.empty() || steps_.preceding().clear_covers(p, effect); });
    if (!kept.empty()) {
      steps_.preceding().note_clear(t, effect);
    }
    if (kept == step.left) {
      return;
    }
    delay_all_but(t, step, kept);
    // These parts did not exist when later threads searched.
    for (std::size_t later = i + 1; later < members_.size(); ++later) {
      members_[later].cut = false;
    }
    steps_.preceding().forget_clear_after(t);
    leave(i, kept);
  }

  /// Delays at most two parts per dimension, below and above what is kept. Parts that interfere
  /// differ in the first dimension, which orders them; pairs in other dimensions were found to be
  /// independent when they were cut apart.
  void delay_all_but(unsigned t, const spliced_item<Effect>& step, const block& kept) {
    if (kept.empty()) {
      delay(t, step, step.left);
      return;
    }
    block rest = step.left;
    for (std::size_t d = 0; d < block::dimensions; ++d) {
      delay(t, step, rest.with(d, {rest.sides[d].first, kept.sides[d].first}));
      delay(t, step, rest.with(d, {kept.sides[d].last, rest.sides[d].last}));
      rest.sides[d] = kept.sides[d];
    }
  }

  struct piece {
    block kept;
    block off;
  };

  /// Cuts off what interferes, at one end of one dimension, such that the most is kept. Begins with
  /// the way that was best last time, and takes the first way that costs little.
  block best_cut(const spliced_item<Effect>& step, const block& of, const Effect& other) {
    constexpr double little = 0.75;
    constexpr unsigned ways = 2 * block::dimensions;
    block best = of.with(0, {});
    double kept = 0;
    const unsigned first = best_way_;
    for (unsigned way = first; way < first + ways && kept < little; ++way) {
      const std::size_t d = way % ways / 2;
      if (of.size(d) > 1) {
        const block one = cut_across(step, of, other, d, way % 2 == 0);
        const double share = static_cast<double>(one.size(d)) / static_cast<double>(of.size(d));
        if (share > kept) {
          best = one;
          kept = share;
          best_way_ = way % ways;
        }
      }
    }
    return best;
  }

  /// Keeps the low or the high indices of one dimension. What is kept has to be independent of what
  /// is cut off, unless that comes after it anyway.
  block cut_across(const spliced_item<Effect>& step,
                   const block& of,
                   const Effect& other,
                   std::size_t dimension,
                   bool low) {
    const effects::interval side = of.sides[dimension];
    const auto cut_at = [&](std::size_t length) -> piece {
      const std::ptrdiff_t at = index_behind(side.first, low ? length : side.size() - length);
      const block below = of.with(dimension, {side.first, at});
      const block above = of.with(dimension, {at, side.last});
      return low ? piece{below, above} : piece{above, below};
    };
    const bool in_order = low && dimension == 0;
    const auto clear = [&](std::size_t length) {
      const piece one = cut_at(length);
      return !interferes(step, one.kept, other) &&
             (in_order || !interferes(step, one.kept, step.what->effect_of(step.payload, one.off)));
    };
    return cut_at(longest_but_little(side.size(), clear)).kept;
  }

  /// An interval may have more indices than a ptrdiff_t can count, so lengths are unsigned.
  [[nodiscard]] static std::ptrdiff_t index_behind(std::ptrdiff_t first,
                                                   std::size_t length) noexcept {
    return static_cast<std::ptrdiff_t>(static_cast<std::size_t>(first) + length);
  }

  /// The same as longest(), faster if the result is nearly `size`.
  template <class Clear>
  static std::size_t longest_but_little(std::size_t size, Clear clear) {
    std::size_t bad = size;
    for (std::size_t off = 1; off < size; off = size / 4 < off ? size : 4 * off) {
      if (clear(size - off)) {
        return longest(bad, clear, size - off);
      }
      bad = size - off;
    }
    return longest(bad, clear);
  }

  /// Returns the largest length below `size` that is clear, given that parts of what is clear are
  /// clear.
  template <class Clear>
  static std::size_t longest(std::size_t size, Clear clear, std::size_t good = 0) {
    std::size_t bad = size;
    while (bad - good > 1) {
      const std::size_t middle = good + (bad - good) / 2;
      (clear(middle) ? good : bad) = middle;
    }
    return good;
  }

  void delay(unsigned t, spliced_item<Effect> step, const block& part) {
    if (!part.empty()) {
      const spliced_thread<Effect>& thread = steps_.of().thread(t);
      step.left = part;
      step.effect = step.what->effect_of(step.payload, part);
      const step_position at{t, thread.current_number, part.first()};
      steps_.delay(
          *thread.current_item, step, at, thread.current_frame, predecessors<Effect>::unknown(at));
    }
  }

  /// Sets what is left of a step that was begun.
  void leave(std::size_t i, block left) {
    spliced_thread<Effect>& thread = thread_of(i);
    if (left.empty()) {
      thread.current.reset();
      steps_.release(thread.current_watchers);
      return;
    }
    spliced_item<Effect>& current = thread.current_step();
    current.left = left;
    current.effect = current.what->effect_of(current.payload, left);
    if (!thread.current_watchers.empty()) {
      steps_.waiting().current_has_less(members_[i].thread);
    }
    steps_.settle();
  }

  step_runner<Effect>& steps_;
  std::vector<member> members_;
  std::optional<Effect> ahead_;
  std::vector<step_slice> slices_;  // slices that run together
  bool alone_ = false;              // only one thread has something left
  unsigned best_way_ = 0;
};

}  // namespace nuthatch::detail
