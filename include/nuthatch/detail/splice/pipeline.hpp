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
template <effects::effect_type E>
class pipeline {
 public:
  explicit pipeline(step_runner<E>& steps) : steps_(steps) {}

  /// A thread comes to such a step, which is its next item.
  void begin(unsigned t, const spliced_item<E>& step, std::size_t frame) {
    spliced_thread<E>& thread = steps_.threads()[t];
    thread.current = step;
    thread.current_number = thread.steps++;
    thread.current_frame = frame;
    steps_.passed(t, frame);
  }

  /// Runs what these have begun, in program order of threads. When too much is delayed, what is not
  /// cut yet stays: for run() of that thread alone.
  void run(const std::vector<unsigned>& threads) {
    members_.clear();
    for (const unsigned t : threads) {
      if (steps_.threads()[t].current) {
        members_.push_back({t, false});
      }
    }
    while (run_round()) {
    }
  }

 private:
  struct member {
    unsigned thread;
    bool cut;
  };

  [[nodiscard]] spliced_thread<E>& thread_of(std::size_t i) {
    return steps_.threads()[members_[i].thread];
  }

  /// A slice of each. Whether anything changed.
  bool run_round() {
    bool progress = false;
    before_.reset();
    for (std::size_t i = 0; i < members_.size(); ++i) {
      progress = advance(i) || progress;
      if (const std::optional<spliced_item<E>>& left = thread_of(i).current) {
        add_before(left->effect);
      }
    }
    return progress;
  }

  /// What those before a member have left, all together: one comparison for all of them.
  void add_before(const E& left) {
    if constexpr (effects::effect_with_union<E>) {
      before_ = before_ ? before_->united(left) : left;
    }
  }

  /// One slice, or as much of it as nothing is in the way of. Whether anything changed.
  bool advance(std::size_t i) {
    spliced_thread<E>& thread = thread_of(i);
    if (!thread.current) {
      return false;
    }
    effects::interval part = clear_slice(i);
    if (part.empty()) {
      return false;
    }
    if (!members_[i].cut) {
      if (steps_.too_much_delayed() && members_.size() > 1) {
        return false;
      }
      members_[i].cut = true;
      cut(i);
      if (!thread.current || thread.current->left.first != part.first) {
        return true;
      }
      part = part.clipped(thread.current->left);
    }
    const spliced_item<E> step = *thread.current;
    steps_.execute(
        {members_[i].thread, thread.current_number, part.first}, *step.what, step.payload, part);
    ++steps_.counts().switches;
    leave(i, {part.last, step.left.last});
    return true;
  }

  /// The next slice, without what interferes with what those before have left. Nothing, where that
  /// is hardly worth a switch: it is more when these have gone on.
  effects::interval clear_slice(std::size_t i) {
    const spliced_item<E>& step = *thread_of(i).current;
    effects::interval part{step.left.first, std::min(step.left.first + step.slice, step.left.last)};
    if constexpr (effects::effect_with_union<E>) {
      if (!before_ || !interferes(step, part, *before_)) {
        return part;
      }
    }
    for (std::size_t before = i; before-- > 0 && !part.empty();) {
      const std::optional<spliced_item<E>>& other = thread_of(before).current;
      if (other && interferes(step, part, other->effect)) {
        part.last = part.first + longest(part.last - part.first, [&](std::ptrdiff_t length) {
                      return !interferes(step, {part.first, part.first + length}, other->effect);
                    });
      }
    }
    constexpr std::ptrdiff_t least = 4;  // a fourth of a slice
    const bool worth_it =
        part.last == step.left.last || (part.last - part.first) * least >= step.slice;
    return worth_it ? part : effects::interval{};
  }

  bool interferes(const spliced_item<E>& step, const effects::interval& part, const E& with) {
    ++steps_.counts().interference_checks;
    return step.what->effect_of(step.payload, part).interferes_with(with);
  }

  /// Delays those parts of a step in whose way somebody outside is.
  void cut(std::size_t i) {
    const unsigned t = members_[i].thread;
    const spliced_item<E> step = *thread_of(i).current;
    effects::interval kept = step.left;
    steps_.waiting().for_each_before(t, step.left.first, [&](const E& other) {
      if (!kept.empty() && interferes(step, kept, other)) {
        kept = clear_part(step, kept, other);
      }
    });
    if (kept != step.left) {
      delay(t, step, {step.left.first, kept.first});
      delay(t, step, {kept.last, step.left.last});
      for (std::size_t later = i + 1; later < members_.size(); ++later) {
        members_[later].cut = false;  // these parts were not there when it was cut
      }
      leave(i, kept);
    }
  }

  /// The longer of the parts at either end that do not interfere.
  effects::interval clear_part(const spliced_item<E>& step,
                               const effects::interval& of,
                               const E& other) {
    const std::ptrdiff_t size = of.last - of.first;
    const std::ptrdiff_t low = longest(size, [&](std::ptrdiff_t length) {
      return !interferes(step, {of.first, of.first + length}, other);
    });
    if (2 * low >= size) {
      return {of.first, of.first + low};
    }
    // What is cut off comes before what is left.
    const std::ptrdiff_t high = longest(size, [&](std::ptrdiff_t length) {
      const effects::interval left{of.last - length, of.last};
      const effects::interval cut_off{step.left.first, left.first};
      return !interferes(step, left, other) &&
             !interferes(step, left, step.what->effect_of(step.payload, cut_off));
    });
    return low >= high ? effects::interval{of.first, of.first + low}
                       : effects::interval{of.last - high, of.last};
  }

  /// Below `size`; parts of what is clear are clear.
  template <class Clear>
  static std::ptrdiff_t longest(std::ptrdiff_t size, Clear clear) {
    std::ptrdiff_t good = 0;
    std::ptrdiff_t bad = size;
    while (bad - good > 1) {
      const std::ptrdiff_t middle = good + (bad - good) / 2;
      (clear(middle) ? good : bad) = middle;
    }
    return good;
  }

  void delay(unsigned t, spliced_item<E> step, const effects::interval& part) {
    if (!part.empty()) {
      const spliced_thread<E>& thread = steps_.threads()[t];
      step.left = part;
      step.effect = step.what->effect_of(step.payload, part);
      steps_.delay(step, {t, thread.current_number, part.first}, thread.current_frame);
    }
  }

  void leave(std::size_t i, const effects::interval& left) {
    spliced_thread<E>& thread = thread_of(i);
    if (left.empty()) {
      thread.current.reset();
    } else {
      thread.current->left = left;
      thread.current->effect = thread.current->what->effect_of(thread.current->payload, left);
    }
    steps_.release(thread.current_watchers);
  }

  step_runner<E>& steps_;
  std::vector<member> members_;
  std::optional<E> before_;
};

}  // namespace nuthatch::detail
