// SPDX-License-Identifier: Apache-2.0
#pragma once

// Scenarios with random tasks. They are templates over the scheduler and the mode; all of them are
// small.

#include <array>
#include <cstdint>

#include <nuthatch/nuthatch.hpp>

#include "base/assert.hpp"
#include "explore/explored_runtime.hpp"
#include "numbered_program.hpp"
#include "recorded_program.hpp"

namespace nuthatch::exploring {

/// Random tasks know their numbers, and the steal tree states which workers ran them.
template <const char* Scheduler = stealing>
void numbered_tasks(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, [] {
    for (const std::uint64_t root : {2U, 3U, 5U}) {
      testing::numbered_program program(root, 2);
      const schedules::steal_tree made = testing::record(program, root);
      NUTHATCH_CHECK(program.errors() == 0, "a task is not where it has counted to be");
      NUTHATCH_CHECK(testing::differences(made, program) == 0, "another worker ran it");
    }
  });
}

/// Random tasks are replayed by their schedule.
template <replay_mode Mode, const char* Scheduler = stealing>
void replayed_tasks(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, [] {
    constexpr auto inside = testing::numbered_program::reach::inside;
    for (const std::uint64_t root : {2U, 3U}) {
      testing::numbered_program program(root, 2, inside);
      const schedules::steal_tree made = testing::record(program, root);
      testing::numbered_program again(root, 2, inside);
      const testing::replayed_program done = testing::replay(again, made, Mode);
      NUTHATCH_CHECK(again.errors() == 0, "a task is not where it has counted to be");
      NUTHATCH_CHECK(testing::differences(done.ran, again) == 0, "another worker ran it");
      NUTHATCH_CHECK(done.how.mismatches == 0, "a program does not fit its own schedule");
      if (Mode != replay_mode::relaxed) {
        NUTHATCH_CHECK(testing::differences(made, again) == 0, "another worker than it says");
        NUTHATCH_CHECK(done.how.missing_steps == 0, "a step did not come");
      }
      if (Mode == replay_mode::strict_ordered) {
        NUTHATCH_CHECK(testing::first_difference(made, done.ran).empty(), "another order");
      }
    }
  });
}

/// Tasks follow the schedule of another program: strictness ends, and no task is lost.
inline void replayed_by_another_schedule(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, stealing, [] {
    constexpr auto inside = testing::numbered_program::reach::inside;
    for (const std::uint64_t root : {2U, 3U}) {
      testing::numbered_program program(root, 2, inside);
      const schedules::steal_tree made = testing::record(program, root);
      testing::numbered_program again(root, 1, inside);
      const testing::replayed_program done =
          testing::replay(again, made, replay_mode::strict_ordered);
      NUTHATCH_CHECK(again.errors() == 0, "a task is not where it has counted to be");
      NUTHATCH_CHECK(testing::differences(done.ran, again) == 0, "another worker ran it");
    }
  });
}

/// Calls what() at a depth where little is left of the stack.
template <class What>
[[gnu::noinline]] void call_further_down(What& what) {  // NOLINT(misc-no-recursion)
  std::array<volatile char, 512> room;
  room.front() = 0;
  if (detail::stack_nearly_full(core::worker::current())) {
    what();
  } else {
    call_further_down(what);
  }
  room.back() = 0;
}

/// A task forks where its stack is nearly full, continues on another stack, and returns. If it
/// returns on another worker, its steal tree contains that. `Handling`: an exception is being
/// handled, so that the other stack begins a new chain.
template <bool Handling>
void back_on_its_former_stack(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, stealing, [] {
    constexpr std::uint64_t root = 9;
    core::worker& self = core::worker::current();
    schedules::recorder log(self, {root, 0});
    static_cast<void>(self.team().any_begin_observing(log));
    const auto worker = [] {
      return core::worker::current().index();
    };
    unsigned first_end = 0;
    unsigned second_end = 0;
    unsigned back = 0;
    auto fork = [&] {
      fork_join(
          help_first,
          [&] {
            poll();
            first_end = worker();
          },
          [&] {
            poll();
            second_end = worker();
          });
      back = worker();
    };
    {
      const core::recorded_region region(self, {root, 0});
      finish([&fork] {
        if constexpr (Handling) {
          try {
            throw 0;
          } catch (int) {
            call_further_down(fork);
          }
        } else {
          call_further_down(fork);
        }
      });
    }
    core::worker::current().team().end_observing();
    const schedules::steal_tree made = log.tree();
    const testing::oracle says(made);
    const detail::pedigree at{root, 0};
    const bool stolen = says.worker_of(at, detail::step_kind::second_callable).has_value();
    const unsigned there =
        says.worker_of(at, detail::step_kind::join).value_or(stolen ? first_end : second_end);
    const bool told = says.worker_of({root, 1}, detail::step_kind::resumed) == back;
    NUTHATCH_CHECK(there == back || told, "a task came to another worker, and nobody was told");
  });
}

}  // namespace nuthatch::exploring
