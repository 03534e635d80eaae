// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include <nuthatch/detail/splice/step_runner.hpp>

namespace nuthatch::detail {

/// Runs steps over intervals that several threads have begun: a slice of one after a slice of the
/// other, so that they work on the same data at nearly the same time.
///
/// A slice that interferes with what one of the others has left lets that go ahead. So they follow
/// each other at the distance that their effects ask for. Before its first slice, what a step has
/// to wait for outside of the pipeline is cut off and delayed: strips at the edges of a block.
template <effects::effect_type Effect>
class pipeline {
 public:
  explicit pipeline(step_runner<Effect>& steps) : steps_(steps) {}

  /// A thread comes to such a step, which is its next item.
  void begin(unsigned t, spliced_item<Effect>& step, std::size_t frame) {
    spliced_thread<Effect>& thread = steps_.of().thread(t);
    thread.current = step;
    thread.current_item = &step;
    thread.current_number = thread.steps++;
    thread.current_frame = frame;
    steps_.passed(t, frame);
  }

  /// Runs what these have begun, in program order of threads. When too much is delayed, what is not
  /// cut yet stays: for run() of that thread alone.
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

  /// Delays what a thread has begun and has left.
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
    effects::interval part;  // to be run next
  };

  [[nodiscard]] spliced_thread<Effect>& thread_of(std::size_t i) {
    return steps_.of().thread(members_[i].thread);
  }

  /// Whether all do the same, which has a way to do it for several of them at a time.
  [[nodiscard]] bool can_run_together() {
    if (members_.size() < 2) {
      return false;
    }
    const item_operations<Effect>* const what = thread_of(0).current->what;
    for (std::size_t i = 1; i < members_.size(); ++i) {
      if (thread_of(i).current->what != what) {
        return false;
      }
    }
    return what->run_together != nullptr;
  }

  /// A slice of each. Whether anything changed.
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

  /// What members have left, for those behind them: all together, so that one comparison does.
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

  /// The same by one call. So each stays behind those slices, too, that others are about to run:
  /// none of them interferes with another.
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

  /// One slice, or as much of it as nothing is in the way of. Whether anything changed.
  bool advance(std::size_t i) {
    if (!thread_of(i).current) {
      return false;
    }
    members_[i].part = {};
    const bool cut_off = find_part(i);
    if (members_[i].part.empty()) {
      return cut_off;
    }
    const spliced_item<Effect>& step = *thread_of(i).current;
    steps_.execute({members_[i].thread, thread_of(i).current_number, members_[i].part.first},
                   *step.what,
                   step.payload,
                   step.left.with(0, members_[i].part));
    pass_part(i);
    return true;
  }

  /// What a thread that has begun a step can run of it next, as its part. Before the first one,
  /// what somebody outside is in the way of is cut off: whether that was so.
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

  /// Where something is thrown, it counts as that of the first.
  void run_slices() {
    const auto first = std::find_if(
        members_.begin(), members_.end(), [](const member& each) { return !each.part.empty(); });
    const spliced_thread<Effect>& thread = steps_.of().thread(first->thread);
    steps_.execute_together(
        {first->thread, thread.current_number, first->part.first}, *thread.current->what, slices_);
  }

  void pass_part(std::size_t i) {
    const block& all = thread_of(i).current->left;
    ++steps_.counts().switches;
    leave(i, all.with(0, {members_[i].part.last, all.sides[0].last}));
  }

  /// The next slice, without what interferes with what those before have left. Nothing, where that
  /// is hardly worth a switch: it is more when these have gone on. All, if there is nobody else.
  effects::interval clear_slice(std::size_t i) {
    const spliced_item<Effect>& step = *thread_of(i).current;
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

  /// Delays those parts of a step in whose way somebody outside is.
  void cut(std::size_t i) {
    const unsigned t = members_[i].thread;
    const spliced_item<Effect> step = *thread_of(i).current;
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
    // These parts were not there when others looked.
    for (std::size_t later = i + 1; later < members_.size(); ++later) {
      members_[later].cut = false;
    }
    steps_.preceding().forget_clear_after(t);
    leave(i, kept);
  }

  /// Two parts for each dimension at most, below and above what is kept. Those that interfere
  /// differ in the first dimension, which orders them: of the others pairs were found independent
  /// when they were cut apart.
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

  /// Without what interferes at one end of one dimension: of that where the most is kept. Begins
  /// with the one that was last best, and takes the first that costs little.
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
  /// is cut off, unless that comes behind it anyhow.
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

  /// An interval may have more indices than a ptrdiff_t counts: lengths are without sign.
  [[nodiscard]] static std::ptrdiff_t index_behind(std::ptrdiff_t first,
                                                   std::size_t length) noexcept {
    return static_cast<std::ptrdiff_t>(static_cast<std::size_t>(first) + length);
  }

  /// As longest(), for what is mostly nearly all.
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

  /// Below `size`; parts of what is clear are clear.
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

  /// What is left of a step that was begun.
  void leave(std::size_t i, block left) {
    spliced_thread<Effect>& thread = thread_of(i);
    if (left.empty()) {
      thread.current.reset();
      steps_.release(thread.current_watchers);
      return;
    }
    thread.current->left = left;
    thread.current->effect = thread.current->what->effect_of(thread.current->payload, left);
    if (!thread.current_watchers.empty()) {
      steps_.waiting().current_has_less(members_[i].thread);
    }
    steps_.settle();
  }

  step_runner<Effect>& steps_;
  std::vector<member> members_;
  std::optional<Effect> ahead_;
  std::vector<step_slice> slices_;  // which run together
  bool alone_ = false;              // only one has something left
  unsigned best_way_ = 0;
};

}  // namespace nuthatch::detail
