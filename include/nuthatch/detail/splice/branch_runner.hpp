// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include <nuthatch/declarations.hpp>
#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/splice/inheritance.hpp>
#include <nuthatch/detail/splice/pipeline.hpp>
#include <nuthatch/detail/splice/step_runner.hpp>
#include <nuthatch/detail/worker.hpp>
#include <nuthatch/fork_join.hpp>

namespace nuthatch::detail {

/// Runs a branch of a group. All of its threads enter their first call before any of them
/// continues, then they enter the calls of these calls, and so on, level by level of their call
/// trees. Calls at the same place of the same level mostly touch the same data. Steps that have to
/// wait are delayed.
///
/// If calls are independent of what their own callers do next, the branch forks once for all
/// threads together: another worker may take what these rows have left, as a separate branch.
///
/// Source: Lifflander and Krishnamoorthy, Cache Locality Optimization for Recursive Programs,
/// sections 5 to 7.
template <effects::effect_type Effect>
class branch_runner {
 public:
  branch_runner(splice_state& shared, splice_counts& counts)
      : steps_(shared, counts),
        pipeline_(steps_) {}

  /// Runs invocations, given in program order, to their end.
  ///
  /// @throws what the first step or call in program order that threw has thrown; all others run.
  void run_group(const item_list<Effect>& invocations, std::size_t count) {
    steps_.begin(count);
    splice_row<Effect>& first = of().row(0);
    first.members.clear();
    spliced_item<Effect>* each = invocations.first;
    for (unsigned t = 0; t < count; ++t) {
      of().thread(t).steps = of().thread(t).highest_number = 0;
      of().thread(t).clear.reset();
      of().open_frame(t, nullptr);
      of().begin_frame(t, {each, nullptr});
      steps_.preceding().refine(t, each->effect);
      first.members.push_back(t);
      each = std::exchange(each->next, nullptr);
    }
    run_level(0);
    for (unsigned t = 0; t < count; ++t) {
      finish(t);
    }
    if (const std::exception_ptr thrown = steps_.take_thrown().first) {
      std::rethrow_exception(thrown);
    }
  }

  /// Runs what a row of another branch has left, as a separate branch.
  void run_taken(const splice_row<Effect>& row) {
    steps_.begin(row.frames.size());
    splice_row<Effect>& first = of().row(0);
    for (const unsigned t : row.members) {
      if (!row.frames[t].to_be_taken().empty()) {
        of().open_frame(t, nullptr);
        of().begin_frame(t, row.frames[t].to_be_taken());
        inherit(of(), t, row, steps_.counts());
        first.members.push_back(t);
      }
    }
    run_level(0);
    for (const unsigned t : first.members) {
      delay_rest(t);
    }
  }

 private:
  static constexpr std::ptrdiff_t before_all_parts = std::numeric_limits<std::ptrdiff_t>::min();

  [[nodiscard]] branch<Effect>& of() noexcept { return steps_.of(); }

  /// Runs what is left in the newest frames of the row's members, unless too much is delayed.
  void run_level(std::size_t depth) {
    splice_row<Effect>& row = of().row(depth);
    for (;;) {
      keep_those_with_next(row, row.members);
      if (row.left.empty()) {
        return;
      }
      // Threads that share no data with the one before them come later, in separate groups.
      while (!row.left.empty()) {
        row.together.clear();
        row.others.clear();
        for (const unsigned t : row.left) {
          const bool joins = row.together.empty() || shares_data(row.together.back(), t, depth);
          (joins ? row.together : row.others).push_back(t);
        }
        run_next(row, depth);
        if (steps_.stopped()) {
          return;
        }
        keep_those_with_next(row, row.others);
      }
    }
  }

  static void keep_those_with_next(splice_row<Effect>& row, const std::vector<unsigned>& of) {
    row.left.clear();
    std::copy_if(of.begin(), of.end(), std::back_inserter(row.left), [&row](unsigned t) {
      return row.frames[t].has_next();
    });
  }

  [[nodiscard]] bool shares_data(unsigned one, unsigned other, std::size_t depth) {
    if constexpr (effects::effect_with_sharing<Effect>) {
      return !steps_.options().check_locality ||
             of().frame(one, depth)
                 .next->effect.shares_data_with(of().frame(other, depth).next->effect);
    } else {
      return true;
    }
  }

  /// Runs the next item of the threads that run together.
  void run_next(splice_row<Effect>& row, std::size_t depth) {
    const item_memory::mark before = of().memory().here();
    std::vector<unsigned>& entered = of().row(depth + 1).members;
    entered.clear();
    for (const unsigned t : row.together) {
      if (start_next(t, depth)) {
        entered.push_back(t);
      }
      ++steps_.counts().switches;
      if (steps_.stopped()) {
        return;
      }
    }
    pipeline_.run(row.together);
    if (entered.empty() || steps_.stopped()) {
      return;
    }
    if (of().shared().parallel() && can_be_taken(row, entered, depth)) {
      fork(row, depth);
    } else {
      run_below(depth);
    }
    if (!steps_.stopped()) {
      of().memory().release(before);
    }
  }

  void run_below(std::size_t depth) {
    run_level(depth + 1);
    if (!steps_.stopped()) {
      for (const unsigned t : of().row(depth + 1).members) {
        leave(t);
      }
    }
  }

  /// Returns whether another worker can take something of what a row has left. Of each thread that
  /// is everything before the first item that interferes with the call that the thread has entered.
  [[nodiscard]] bool can_be_taken(splice_row<Effect>& row,
                                  const std::vector<unsigned>& entered,
                                  std::size_t depth) {
    for (const unsigned t : row.members) {
      row.frames[t].taken_end = row.frames[t].end;
    }
    for (const unsigned t : entered) {
      const Effect& call = of().frame(t, depth + 1).made_by->effect;
      for (spliced_item<Effect>& item : row.frames[t].left()) {
        ++steps_.counts().interference_checks;
        if (item.effect.interferes_with(call)) {
          row.frames[t].taken_end = &item;
          break;
        }
      }
    }
    return std::any_of(row.members.begin(), row.members.end(), [&row](unsigned t) {
      return !row.frames[t].to_be_taken().empty();
    });
  }

  /// Runs the calls that were entered, while another worker may take what their callers have left.
  /// P3.
  void fork(splice_row<Effect>& row, std::size_t depth) {
    struct other_branch {
      explicit other_branch(splice_state& shared) : runner(shared, counts) {}

      splice_counts counts;
      branch_runner runner;
    };

    std::unique_ptr<other_branch> taken;
    // If the worker that has forked reaches the second callable after the calls have returned to
    // it, it leaves the remainder to the code after the fork. Every other worker takes it, however
    // late. So the decision depends on workers, not on times, and is the same when a schedule is
    // replayed.
    const worker* const forked_at = this_worker();
    atomic<bool> returned{/*value=*/false};
    fork_join(
        [&] {
          run_below(depth);
          returned.store(this_worker() == forked_at, memory_order_release);
        },
        [&] {
          if (this_worker() != forked_at || !returned.load(memory_order_acquire)) {
            taken = std::make_unique<other_branch>(of().shared());
            taken->runner.run_taken(row);
          }
        });
    if (taken != nullptr) {
      join(taken->runner, row, depth);
    }
  }

  /// Takes over the delayed steps and the counts of a branch that has run what a row had left.
  void join(branch_runner& other, splice_row<Effect>& row, std::size_t depth) {
    std::pair<std::exception_ptr, step_position> thrown = other.steps_.take_thrown();
    for (const unsigned t : other.of().row(0).members) {
      const std::uint64_t before = numbers_before(t);
      spliced_thread<Effect>& mine = of().thread(t);
      spliced_thread<Effect>& its = other.of().thread(t);
      if (!its.delayed.empty()) {
        mine.delayed.take_all(
            its.delayed,
            of().delayed_in(t, depth, mine.steps),
            before,
            [&](delayed_step<Effect>& one) { steps_.waiting().take_over(one, depth); });
      }
      if (thrown.first != nullptr && thrown.second.thread == t) {
        thrown.second.number += before;
        steps_.note_thrown(std::move(thrown.first), thrown.second);
      }
      row.frames[t].next = row.frames[t].taken_end;
      use_numbers(t, depth, before + its.steps);
    }
    steps_.counts() += other.steps_.counts();
    ++steps_.counts().taken_rows;
    for (const unsigned t : other.of().row(0).members) {
      steps_.waiting().has_less(t, depth);
    }
    steps_.settle();
  }

  /// Steps of a taken branch come after all steps of the calls before it, including steps that
  /// these calls have not reached because too much is delayed.
  [[nodiscard]] std::uint64_t numbers_before(unsigned t) {
    constexpr std::uint64_t more_than_calls_have = std::uint64_t{1} << 40U;
    const spliced_thread<Effect>& own = of().thread(t);
    return steps_.stopped() ? std::max(own.steps, own.highest_number) + more_than_calls_have
                            : own.steps;
  }

  void use_numbers(unsigned t, std::size_t depth, std::uint64_t up_to) {
    spliced_thread<Effect>& own = of().thread(t);
    const bool comes_next = own.depth == depth + 1;
    if (comes_next || !steps_.stopped()) {
      own.steps = up_to;
    } else {
      own.highest_number = of().frame(t, depth).numbers_used = up_to;
    }
  }

  /// Enters the next call of a frame, or runs its next step, or begins the step if it is one for
  /// the pipeline. Returns whether it was a call.
  bool start_next(unsigned t, std::size_t depth) {
    spliced_item<Effect>& next = *of().frame(t, depth).next;
    if (next.is_call()) {
      enter(t, next, depth);
    } else if (next.is_sliced()) {
      pipeline_.begin(t, next, depth);
    } else {
      steps_.run(t, next, depth);
    }
    return next.is_call();
  }

  void enter(unsigned t, spliced_item<Effect>& call, std::size_t depth) {
    of().open_frame(t, &call).memory = of().memory().here();
    item_list<Effect> declared;
    try {
      // NOLINTNEXTLINE(misc-const-correctness): passed by a reference that is not const
      declarations<Effect, effects::unchecked> now(of().memory(), declared);
      call.what->declare(call.payload, now);
    } catch (...) {
      declared = {};
      steps_.note_thrown({t, of().thread(t).steps, before_all_parts});
    }
    of().begin_frame(t, {declared.first, nullptr});
    steps_.preceding().refine(t, call.effect);
    ++steps_.counts().invocations;
    steps_.passed(t, depth);
  }

  void leave(unsigned t) {
    watched<Effect> watchers = of().close_frame(t);
    steps_.release(watchers);
  }

  /// Runs what is left of a thread; all threads before it have ended.
  void finish(unsigned t) {
    pipeline_.run({t});
    const std::size_t together = of().depth(t);  // frames whose memory lies among that of others
    while (of().depth(t) != 0) {
      const std::size_t at = of().depth(t) - 1;
      if (of().frame(t, at).has_next()) {
        start_next(t, at);
        pipeline_.run({t});
        continue;
      }
      const item_memory::mark before = of().frame(t, at).memory;
      leave(t);
      if (at >= together) {
        of().memory().release(before);
      }
    }
  }

  /// Delays what is left of a thread if too much is delayed already; the branch that this one joins
  /// continues with it.
  void delay_rest(unsigned t) {
    pipeline_.delay_rest(t);
    while (of().depth(t) != 0) {
      const std::size_t at = of().depth(t) - 1;
      for (spliced_item<Effect>& item : of().frame(t, at).left()) {
        const step_position position{t, of().thread(t).steps++, 0};
        steps_.delay(item, item, position, at, steps_.preceding().unknown(position));
        of().advance(t, at);
      }
      static_cast<void>(of().close_frame(t));
    }
  }

  step_runner<Effect> steps_;
  pipeline<Effect> pipeline_;
};

}  // namespace nuthatch::detail
