#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include <nuthatch/declarations.hpp>
#include <nuthatch/detail/splice/pipeline.hpp>
#include <nuthatch/detail/splice/step_runner.hpp>

namespace nuthatch::detail {

/// Runs a group of invocations interleaved: all of them enter their first call before any of them
/// goes on, then the calls of these, and so on, level by level of their call trees. What is on the
/// same level at the same place mostly touches the same data. Steps that have to wait are delayed.
///
/// Source: Lifflander and Krishnamoorthy, Cache Locality Optimization for Recursive Programs,
/// sections 5 and 7.
template <effects::effect_type E>
class splicer {
 public:
  splicer(const splice_options& options, splice_counts& counts)
      : steps_(options, counts),
        pipeline_(steps_) {}

  [[nodiscard]] std::size_t size() const noexcept { return used_; }

  /// One more, the last in program order: its thread, whose newest frame is open for what it is.
  spliced_thread<E>& add() {
    if (used_ == steps_.threads().size()) {
      steps_.threads().emplace_back();
    }
    thread(static_cast<unsigned>(used_)).open_frame();
    return thread(static_cast<unsigned>(used_++));
  }

  /// Runs all that were added, to their end.
  ///
  /// @throws what the first step or call in program order threw that threw; all others run.
  void run() {
    steps_.begin(used_);
    members all;
    for (unsigned t = 0; t < used_; ++t) {
      thread(t).steps = 0;
      steps_.waiting().refine(t, thread(t).next(0).effect);
      all.push_back(t);
    }
    run_level(all, 0);
    for (const unsigned t : all) {
      finish(t);
    }
    used_ = 0;
    steps_.end();
  }

 private:
  using item = spliced_item<E>;
  using members = std::vector<unsigned>;

  [[nodiscard]] spliced_thread<E>& thread(unsigned t) { return steps_.threads()[t]; }

  /// The newest frames of these threads lie at one depth. Runs what is left in them, unless too
  /// much is delayed.
  void run_level(const members& all, std::size_t depth) {
    for (members left = with_next(all, depth); !left.empty(); left = with_next(all, depth)) {
      // Those that share no data with who is before them come later, in groups of their own.
      while (!left.empty()) {
        members together;
        members others;
        for (const unsigned t : left) {
          const bool joins = together.empty() || shares_data(together.back(), t, depth);
          (joins ? together : others).push_back(t);
        }
        run_next(together, depth);
        if (steps_.too_much_delayed()) {
          return;
        }
        left = std::move(others);
      }
    }
  }

  [[nodiscard]] members with_next(const members& of, std::size_t depth) {
    members found;
    for (const unsigned t : of) {
      if (thread(t).has_next(depth)) {
        found.push_back(t);
      }
    }
    return found;
  }

  [[nodiscard]] bool shares_data(unsigned one, unsigned other, std::size_t depth) {
    if constexpr (effects::effect_with_sharing<E>) {
      return !steps_.options().check_locality ||
             thread(one).next(depth).effect.shares_data_with(thread(other).next(depth).effect);
    } else {
      return true;
    }
  }

  /// Runs the next item of each.
  void run_next(const members& together, std::size_t depth) {
    members entered;
    for (const unsigned t : together) {
      if (start_next(t, depth)) {
        entered.push_back(t);
      }
      ++steps_.counts().switches;
      if (steps_.too_much_delayed()) {
        return;
      }
    }
    pipeline_.run(together);
    if (entered.empty() || steps_.too_much_delayed()) {
      return;
    }
    run_level(entered, depth + 1);
    if (!steps_.too_much_delayed()) {
      for (const unsigned t : entered) {
        leave(t);
      }
    }
  }

  /// Enters the next call of a frame, runs the next step, or begins it if that is one for the
  /// pipeline. Whether it was a call.
  bool start_next(unsigned t, std::size_t depth) {
    const item next = thread(t).next(depth);
    if (next.is_call()) {
      enter(t, next, depth);
    } else if (next.is_sliced()) {
      pipeline_.begin(t, next, depth);
    } else {
      steps_.run(t, next, depth);
    }
    return next.is_call();
  }

  void enter(unsigned t, const item& call, std::size_t depth) {
    thread(t).open_frame();
    declarations<E> now(thread(t));
    try {
      call.what->declare(call.payload, now);
    } catch (...) {
      thread(t).forget_declared();
      steps_.note_thrown({t, thread(t).steps, 0});
    }
    steps_.waiting().refine(t, call.effect);
    ++steps_.counts().invocations;
    steps_.passed(t, depth);
  }

  void leave(unsigned t) {
    watched<E> watchers = thread(t).close_frame();
    steps_.release(watchers);
  }

  /// What is left of a thread; all before it are done.
  void finish(unsigned t) {
    pipeline_.run({t});
    while (thread(t).depth() != 0) {
      const std::size_t at = thread(t).depth() - 1;
      if (!thread(t).has_next(at)) {
        leave(t);
        continue;
      }
      start_next(t, at);
      pipeline_.run({t});
    }
  }

  step_runner<E> steps_;
  pipeline<E> pipeline_;
  std::size_t used_ = 0;
};

}  // namespace nuthatch::detail
