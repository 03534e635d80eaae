// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <utility>

#include <nuthatch/declarations.hpp>
#include <nuthatch/detail/splice/branch.hpp>
#include <nuthatch/detail/splice/dependences.hpp>
#include <nuthatch/splice_counts.hpp>
#include <nuthatch/splice_options.hpp>

namespace nuthatch::detail {

/// Runs the steps of a branch, or delays them. Keeps the exception that comes first in program
/// order.
template <effects::effect_type Effect>
class step_runner {
 public:
  step_runner(splice_state& shared, splice_counts& counts)
      : counts_(counts),
        branch_(shared),
        predecessors_(branch_, counts),
        dependences_(branch_, predecessors_, counts) {}

  [[nodiscard]] branch<Effect>& of() noexcept { return branch_; }

  [[nodiscard]] predecessors<Effect>& preceding() noexcept { return predecessors_; }

  [[nodiscard]] dependences<Effect>& waiting() noexcept { return dependences_; }

  [[nodiscard]] splice_counts& counts() noexcept { return counts_; }

  [[nodiscard]] const splice_options& options() noexcept { return branch_.shared().options(); }

  /// Returns true if more is delayed than permitted: threads have to be finished one after the
  /// other.
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }

  void begin(std::size_t threads) {
    branch_.begin(threads);
    stopped_ = false;
  }

  /// Runs a step that a thread has reached, or delays it.
  void run(unsigned t, spliced_item<Effect>& step, std::size_t frame) {
    const step_position at{t, branch_.thread(t).steps++, 0};
    const auto obstacles = options().delay_all
                               ? predecessors_.unknown(at)
                               : predecessors_.in_the_way_of(step.effect, at, frame);
    if (obstacles.none()) {
      execute(at, *step.what, step.payload, step.left);
    } else {
      delay(step, step, at, frame, obstacles);
    }
    passed(t, frame);
  }

  void execute(const step_position& at,
               const item_operations<Effect>& what,
               const void* payload,
               const block& part) {
    ++counts_.steps;
    try {
      what.run(payload, part);
    } catch (...) {
      note_thrown(at);
    }
  }

  void execute_together(const step_position& first,
                        const item_operations<Effect>& what,
                        std::span<const step_slice> slices) {
    counts_.steps += slices.size();
    try {
      what.run_together(slices);
    } catch (...) {
      note_thrown(first);
    }
  }

  /// Delays an item, or a part of it. Obstacles are searched for when the thread has passed the
  /// item.
  void delay(spliced_item<Effect>& item,
             const spliced_item<Effect>& part,
             const step_position& at,
             std::size_t frame,
             const obstacles<Effect>& known) {
    dependences_.delay(item, part, at, frame, known);
    if (!stopped_ && branch_.shared().too_much_delayed()) {
      stopped_ = true;
      ++counts_.unspliced;
    }
  }

  /// P1: what became of the next item of a frame is known.
  void passed(unsigned t, std::size_t frame) {
    const spliced_item<Effect>& item = *branch_.frame(t, frame).next;
    branch_.advance(t, frame);
    dependences_.has_passed(t, frame, item);
    settle();
  }

  /// Releases these steps, because what they watched has ended or may no longer be in their way.
  void release(watched<Effect>& watchers) {
    dependences_.release(watchers);
    settle();
  }

  void settle() {
    dependences_.settle([this](const delayed_step<Effect>& one) {
      if (one.what->run != nullptr) {
        execute(one.at(), *one.what, one.payload, one.left);
      } else {
        run_in_order(one.at(), *one.what, one.payload);
      }
    });
  }

  /// Has to be called in a handler.
  void note_thrown(const step_position& at) noexcept { note_thrown(std::current_exception(), at); }

  void note_thrown(std::exception_ptr thrown, const step_position& at) noexcept {
    if (thrown_ == nullptr || at < thrown_at_) {
      thrown_ = std::move(thrown);
      thrown_at_ = at;
    }
  }

  /// Returns the exception that is first in program order, or null; and its position.
  std::pair<std::exception_ptr, step_position> take_thrown() noexcept {
    return {std::exchange(thrown_, nullptr), thrown_at_};
  }

 private:
  /// Runs a call that nothing is in the way of; so nothing is in the way of what it declares.
  void run_in_order(const step_position& at,
                    const item_operations<Effect>& what,
                    const void* payload) {
    const item_memory::mark before = branch_.memory().here();
    item_list<Effect> declared;
    try {
      // NOLINTNEXTLINE(misc-const-correctness): passed by a reference that is not const
      declarations<Effect, effects::unchecked> now(branch_.memory(), declared);
      what.declare(payload, now);
    } catch (...) {
      declared = {};
      note_thrown(at);
    }
    ++counts_.invocations;
    for (const spliced_item<Effect>* item = declared.first; item != nullptr; item = item->next) {
      if (item->is_call()) {
        run_in_order(at, *item->what, item->payload);
      } else {
        execute(at, *item->what, item->payload, item->left);
      }
    }
    branch_.memory().release(before);
  }

  splice_counts& counts_;
  branch<Effect> branch_;
  predecessors<Effect> predecessors_;
  dependences<Effect> dependences_;
  bool stopped_ = false;
  std::exception_ptr thrown_;
  step_position thrown_at_{};
};

}  // namespace nuthatch::detail
