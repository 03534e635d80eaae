#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <utility>

#include <nuthatch/detail/splice/dependences.hpp>
#include <nuthatch/detail/splice/spliced_thread.hpp>
#include <nuthatch/splice_counts.hpp>
#include <nuthatch/splice_options.hpp>

namespace nuthatch::detail {

/// Runs steps of spliced threads, or delays them; keeps the exception that comes first in the
/// program.
template <effects::effect_type E>
class step_runner {
 public:
  step_runner(const splice_options& options, splice_counts& counts)
      : options_(options),
        counts_(counts),
        dependences_(threads_, counts) {}

  [[nodiscard]] std::deque<spliced_thread<E>>& threads() noexcept { return threads_; }

  [[nodiscard]] dependences<E>& waiting() noexcept { return dependences_; }

  [[nodiscard]] splice_counts& counts() noexcept { return counts_; }

  [[nodiscard]] const splice_options& options() const noexcept { return options_; }

  /// More is delayed than may be: threads are to be finished one after the other.
  [[nodiscard]] bool too_much_delayed() const noexcept { return too_much_delayed_; }

  void begin(std::size_t threads) {
    dependences_.begin(threads);
    too_much_delayed_ = false;
  }

  /// @throws what was noted first in program order.
  void end() {
    if (const std::exception_ptr thrown = std::exchange(thrown_, nullptr)) {
      std::rethrow_exception(thrown);
    }
  }

  /// Runs a step that a thread has come to, or delays it.
  void run(unsigned t, const spliced_item<E>& step, std::size_t frame) {
    const step_position at{t, threads_[t].steps++, 0};
    const unsigned cleared = options_.delay_all ? dependences_.nothing_cleared(at)
                                                : dependences_.cleared(step.effect, at, frame);
    if (cleared != 0) {
      delay(step, at, frame, cleared);
    } else {
      execute(at, *step.what, step.payload, step.left);
    }
    passed(t, frame);
  }

  void execute(const step_position& at,
               const item_operations<E>& what,
               const void* payload,
               const block& part) {
    ++counts_.steps;
    try {
      what.run(payload, part);
    } catch (...) {
      note_thrown(at);
    }
  }

  /// It is looked at when its thread has passed it.
  void delay(const spliced_item<E>& step,
             const step_position& at,
             std::size_t frame,
             unsigned cleared) {
    dependences_.delay(step, at, frame, cleared);
    if (dependences_.delayed_bytes() > options_.delayed_bytes && !too_much_delayed_) {
      too_much_delayed_ = true;
      ++counts_.unspliced;
    }
  }

  /// P1: what became of the next item of a frame is known.
  void passed(unsigned t, std::size_t frame) {
    threads_[t].advance(frame);
    if (!threads_[t].watchers_of(frame).empty()) {
      dependences_.has_less(t, frame);
    }
    settle();
  }

  /// What these watched is done, or may be no longer in their way.
  void release(watched<E>& watchers) {
    dependences_.release(watchers);
    settle();
  }

  /// In a handler.
  void note_thrown(const step_position& at) noexcept {
    if (thrown_ == nullptr || at < thrown_at_) {
      thrown_ = std::current_exception();
      thrown_at_ = at;
    }
  }

 private:
  void settle() {
    dependences_.settle([this](const delayed_step<E>& one) {
      execute(one.at(), *one.what, one.payload, one.left);
    });
  }

  const splice_options options_;
  splice_counts& counts_;
  std::deque<spliced_thread<E>> threads_;
  dependences<E> dependences_;
  bool too_much_delayed_ = false;
  std::exception_ptr thrown_;
  step_position thrown_at_{};
};

}  // namespace nuthatch::detail
