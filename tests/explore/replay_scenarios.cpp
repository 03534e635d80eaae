// SPDX-License-Identifier: Apache-2.0
#include "explore/replay_scenarios.hpp"

#include <array>
#include <cstddef>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "base/assert.hpp"
#include "core/isolation/isolation.hpp"
#include "explore/explored_runtime.hpp"
#include "explore/following.hpp"
#include "explore/parts_seen.hpp"
#include "explore/replay_programs.hpp"
#include "explore/waiting_programs.hpp"
#include "schedule/replay_run.hpp"

namespace nuthatch::exploring {

namespace {

/// A program designates the workers of its parts. Replays in both strict modes run the parts there
/// again.
template <class Program, const char* Scheduler = stealing>
void designated_and_replayed(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, [] {
    parts_seen first(Program::parts);
    const schedule made = designate<Program>(first);
    follow_strictly<Program>(made, first);
  });
}

/// A recording with steals is replayed: each stolen work item goes to the worker that stole it.
template <class Program, const char* Scheduler = stealing>
void recorded_and_replayed(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, [] {
    parts_seen first(Program::parts);
    const schedule made = record([&first] { Program::run(first); });
    follow_strictly<Program>(made, first);
  });
}

template <class Program, const char* Scheduler = stealing>
void relaxed_and_replayed(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, [] {
    parts_seen first(Program::parts);
    follow_relaxed<Program>(designate<Program>(first));
  });
}

/// The region is overdue at once: the first worker without work ends strictness, as if the run
/// exceeded its usual duration in a phase. The next region is strict again.
template <class Program, replay_mode Mode, const char* Scheduler = stealing>
void overdue_and_replayed(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, [] {
    parts_seen first(Program::parts);
    const schedule made = designate<Program>(first);
    parts_seen again(Program::parts);
    const auto run = [](void* seen) {
      finish([seen] { Program::run(*static_cast<parts_seen*>(seen)); });
    };
    const schedules::replay_run late =
        schedules::replay_outside(made, Mode, /*patience_ns=*/1, run, &again);
    NUTHATCH_CHECK(again.ran() == Program::parts, "a part did not run");
    NUTHATCH_CHECK(late.done.mismatches == 0, late.done.first_mismatch.c_str());
    follow_strictly<Program>(made, first);
  });
}

/// The program never reaches one step of the schedule.
template <class Program, replay_mode Mode, const char* Scheduler = stealing>
void mismatch(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, [] {
    follow_mismatch<with_errand<Program, true>, with_errand<Program, false>>(Mode);
  });
}

/// A schedule with children that the replayed program spawns by the other policy.
template <class Policy, class Other, std::size_t Mismatches>
void other_kind(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, stealing, [] {
    using program = sent_by_policy<Other>;
    parts_seen first(program::parts);
    const schedule made = designated([&first] { sent_by_policy<Policy>::run(first); });
    parts_seen again(program::parts);
    const replay_result done = follow<program>(made, unordered, again);
    NUTHATCH_CHECK(done.mismatches == Mismatches, "a spawn of another kind is a mismatch");
  });
}

/// The same for spawns of a task that was sent to another worker, while its spawner may wait.
template <const char* Scheduler>
void other_kind_elsewhere(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, [] {
    using program = sent_children_by<decltype(work_first)>;
    parts_seen first(sent_children::parts);
    const schedule made = designate<sent_children>(first);
    parts_seen again(program::parts);
    const replay_result done = follow<program>(made, ordered, again);
    NUTHATCH_CHECK(done.mismatches == 1, "a spawn of another kind is a mismatch");
  });
}

/// The same workers follow two schedules in turn.
template <class Program, class Other>
void one_and_another(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, stealing, [] {
    parts_seen first(Program::parts);
    const schedule made = designate<Program>(first);
    parts_seen other(Other::parts);
    const schedule another = designate<Other>(other);
    follow_strictly<Program>(made, ordered, first);
    follow_strictly<Other>(another, ordered, other);
    follow_strictly<Program>(made, unordered, first);
  });
}

/// Follows the schedule of a runtime that had one worker more.
template <class Program>
void of_more_workers(platform::platform& on, unsigned workers) {
  schedule made;
  std::vector<unsigned> expected;
  in_runtime(on, workers, stealing, [&] {
    parts_seen first(Program::parts);
    made = designate<Program>(first);
    expected = first.workers();
  });
  const unsigned fewer = workers - 1;
  for (unsigned& each : expected) {
    each %= fewer;
  }
  in_runtime(on, fewer, stealing, [&] {
    parts_seen again(Program::parts);
    const replay_result done = follow<Program>(made, ordered, again);
    NUTHATCH_CHECK(done.mode == unordered, "there is no order to follow");
    NUTHATCH_CHECK(done.mismatches == 0 && done.missing_steps == 0, "a step did not come");
    NUTHATCH_CHECK(again.workers() == expected, "a part ran on another worker");
    NUTHATCH_CHECK(steals_so_far() == 0, "somebody stole in a strict replay");
  });
}

/// Pruning leaves one of two steals, so four leaves are divided among two of three workers. In a
/// relaxed replay, the third worker may steal.
template <class Policy>
void pruned_halves(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, stealing, [] {
    using program = halves<Policy, 4>;
    parts_seen first(program::parts);
    const schedule made = designate<program>(first).pruned(50);
    parts_seen again(program::parts);
    const replay_result done = follow<program>(made, ordered, again);
    NUTHATCH_CHECK(done.mode == unordered, "there is no order to follow");
    NUTHATCH_CHECK(done.mismatches == 0 && done.missing_steps == 0, "a step did not come");
    NUTHATCH_CHECK(again.workers() == (std::vector<unsigned>{0, 0, 1, 1}),
                   "a part ran on another worker");
    NUTHATCH_CHECK(done.donations == 1, "what was pruned went elsewhere");
    follow_relaxed<program>(made);
  });
}

/// Tasks wait for work outside of schedules, which any worker may run.
template <class Program, std::size_t MostStacks = 0>
void outside_meanwhile(platform::platform& on, unsigned workers) {
  make_runtime(on, workers, stealing, "", MostStacks)->run([] {
    parts_seen first(Program::parts);
    const schedule made = designated([&first] { Program::run(first); });
    NUTHATCH_CHECK(fits(first.workers(), Program::expected(nuthatch::workers())),
                   "a part ran on another worker than was designated");
    for (const replay_mode mode : {unordered, ordered}) {
      parts_seen again(Program::parts);
      const replay_result done = follow<Program>(made, mode, again);
      NUTHATCH_CHECK(done.mismatches == 0, "a program does not fit its own schedule");
      NUTHATCH_CHECK(again.workers() == first.workers(), "a part ran on another worker");
    }
  });
}

/// Isolated blocks wait for work of other workers. These may wait for their turn behind a task that
/// waits for the block. Schedules do not determine which task enters a block first; nevertheless,
/// every replay ends.
void blocks_that_spawn(platform::platform& on, unsigned workers) {
  core::isolation domain;  // not the process's domain, whose state depends on earlier runs
  in_runtime(on, workers, stealing, [&domain] {
    constexpr std::size_t parts = 5;
    const auto block = [&domain](parts_seen& seen, std::size_t first) {
      const detail::isolation_block closed(domain, nullptr, 0);
      send_next_to(2);
      fork_join(help_first, [&] { seen.run(first); }, [&] { seen.run(first + 1); });
    };
    const auto program = [&block](parts_seen& seen) {
      send_next_to(1);
      fork_join(help_first, [&] { block(seen, 0); }, [&] { block(seen, 2); });
      seen.run(4);
    };
    parts_seen first(parts);
    const schedule made = designated([&] { program(first); });
    for (const replay_mode mode : {unordered, ordered}) {
      parts_seen again(parts);
      static_cast<void>(replay(made, mode, [&] { program(again); }));
      NUTHATCH_CHECK(again.ran() == parts, "a part has not run");
    }
  });
}

/// One step is never reached, so the holder of a block waits for its turn. A task of the replay
/// waits for a launched task that waits for the block.
void launched_wait_for_a_block(platform::platform& on, unsigned workers) {
  core::isolation domain;  // not the process's domain, whose state depends on earlier runs
  in_runtime(on, workers, stealing, [&domain] {
    constexpr std::size_t parts = 3;
    const auto block = [&domain](parts_seen& seen, future<void>& later) {
      const detail::isolation_block closed(domain, nullptr, 0);
      later = launch([&domain, &seen] {
        const detail::isolation_block mine(domain, nullptr, 0);
        seen.run(0);
      });
      send_next_to(2);
      async(help_first, [&seen, &later] {
        later.get();
        seen.run(1);
      });
      scope inner;
      send_next_to(1);
      inner.spawn(help_first, [&seen] { seen.run(2); });
      inner.sync();
    };
    const auto program = [&block](parts_seen& seen, bool leaves_out) {
      future<void> later;
      finish([&] {
        const auto first_child = [leaves_out] {
          if (!leaves_out) {
            scope children;
            send_next_to(1);
            children.spawn(help_first, [] {});
          }
        };
        fork_join(help_first, first_child, [] {});  // counts the same without the child
        block(seen, later);
      });
    };
    parts_seen first(parts);
    const schedule made = designated([&] { program(first, false); });
    parts_seen again(parts);
    const replay_result done = replay(made, ordered, [&] { program(again, true); });
    NUTHATCH_CHECK(again.ran() == parts, "a part has not run");
    NUTHATCH_CHECK(done.missing_steps >= 1, "a step came that is not there");
  });
}

/// The same for workers with few stacks.
template <class Program, std::size_t MostStacks>
void late_mismatch(platform::platform& on, unsigned workers) {
  make_runtime(on, workers, stealing, "", MostStacks)->run([] {
    follow_mismatch<with_late_errand<Program, true>, with_late_errand<Program, false>>(ordered);
  });
}

using wf = decltype(work_first);
using hf = decltype(help_first);

constexpr std::array all{
    scenario{
        "designated-halves", "a recursion in halves", 2, designated_and_replayed<halves<wf, 4>>},
    scenario{"designated-halves-3", "the same", 3, designated_and_replayed<halves<hf, 3>>},
    scenario{"designated-coarse-3",
             "nothing is spawned where nothing may move",
             3,
             designated_and_replayed<coarse_halves<4>>},
    scenario{"designated-remainders",
             "what follows children of a scope",
             2,
             designated_and_replayed<remainders>},
    scenario{"designated-remainders-3", "the same", 3, designated_and_replayed<remainders>},
    scenario{"designated-back-work-first",
             "work sent to and fro",
             2,
             designated_and_replayed<there_and_back<wf>>},
    scenario{
        "designated-back", "work sent to and fro", 2, designated_and_replayed<there_and_back<hf>>},
    scenario{"designated-held-work-first",
             "a child stays and newer frames go",
             2,
             designated_and_replayed<held_child<wf>>},
    scenario{"designated-held",
             "a child stays and newer frames go",
             2,
             designated_and_replayed<held_child<hf>>},
    scenario{"designated-left-work-first",
             "an async stays and frames go",
             2,
             designated_and_replayed<held_async<wf>>},
    scenario{"designated-left",
             "an async stays and frames go",
             2,
             designated_and_replayed<held_async<hf>>},
    scenario{"designated-children",
             "children and an async go alone",
             2,
             designated_and_replayed<sent_children>},
    scenario{"designated-children-3", "the same", 3, designated_and_replayed<sent_children>},
    scenario{"designated-asyncs",
             "what follows asyncs",
             2,
             designated_and_replayed<remainders_of_asyncs>},
    scenario{"designated-crosswise",
             "a child that outlives a finish",
             2,
             designated_and_replayed<crosswise_child>},
    scenario{"designated-frame",
             "a task waits with a frame of its own",
             2,
             designated_and_replayed<waits_with_a_frame>},
    scenario{"designated-channel",
             "children and an async go alone",
             2,
             designated_and_replayed<sent_children, channel>},
    scenario{"designated-slaw",
             "children and an async go alone",
             2,
             designated_and_replayed<sent_children, slaw>},
    scenario{"recorded-remainders-3",
             "what follows children of a scope",
             3,
             recorded_and_replayed<remainders>},
    scenario{"recorded-children-3", "children and asyncs", 3, recorded_and_replayed<sent_children>},
    scenario{
        "recorded-back", "forks inside of forks", 2, recorded_and_replayed<there_and_back<hf>>},
    scenario{"recorded-inside",
             "a task waits inside of forks",
             2,
             recorded_and_replayed<waits_inside<hf>>},
    scenario{"recorded-inside-work-first", "the same", 2, recorded_and_replayed<waits_inside<wf>>},
    scenario{"recorded-asyncs",
             "a join takes back what comes after it",
             2,
             recorded_and_replayed<asyncs_of_an_async, channel>},
    scenario{
        "recorded-asyncs-3", "the same", 3, recorded_and_replayed<asyncs_of_an_async, channel>},
    scenario{"recorded-crosswise",
             "a child that outlives a finish",
             2,
             recorded_and_replayed<crosswise_child>},
    scenario{"recorded-channel-3",
             "children and asyncs",
             3,
             recorded_and_replayed<sent_children, channel>},
    scenario{"relaxed-remainders-3",
             "idle workers steal what is sent to others",
             3,
             relaxed_and_replayed<remainders>},
    scenario{"relaxed-children-3", "the same", 3, relaxed_and_replayed<sent_children>},
    scenario{"relaxed-held-3", "the same", 3, relaxed_and_replayed<held_child<hf>>},
    scenario{"relaxed-channel-3", "the same", 3, relaxed_and_replayed<sent_children, channel>},
    scenario{
        "overdue-remainders", "a run takes too long", 2, overdue_and_replayed<remainders, ordered>},
    scenario{"overdue-children-3", "the same", 3, overdue_and_replayed<sent_children, ordered>},
    scenario{"overdue-held-3", "the same", 3, overdue_and_replayed<held_child<hf>, unordered>},
    scenario{"overdue-back-3",
             "the same",
             3,
             overdue_and_replayed<there_and_back<wf>, replay_mode::relaxed>},
    scenario{
        "overdue-channel-3", "the same", 3, overdue_and_replayed<sent_children, ordered, channel>},
    scenario{"mismatch-remainders", "a step does not come", 2, mismatch<remainders, ordered>},
    scenario{"mismatch-unordered", "a step does not come", 2, mismatch<remainders, unordered>},
    scenario{"mismatch-held-3", "a step does not come", 3, mismatch<held_child<hf>, ordered>},
    scenario{"mismatch-frame-3", "a step does not come", 3, mismatch<waits_with_a_frame, ordered>},
    scenario{
        "mismatch-channel-3", "a step does not come", 3, mismatch<sent_children, ordered, channel>},
    scenario{"mismatch-kind", "help-first what was work-first", 2, other_kind<wf, hf, 1>},
    scenario{"mismatch-kind-work-first", "and the reverse", 2, other_kind<hf, wf, 2>},
    scenario{"mismatch-kind-3", "the same elsewhere", 3, other_kind_elsewhere<stealing>},
    scenario{"mismatch-kind-channel-3", "the same elsewhere", 3, other_kind_elsewhere<channel>},
    scenario{"two-schedules", "one after the other", 2, one_and_another<remainders, sent_children>},
    scenario{"two-schedules-3",
             "one after the other",
             3,
             one_and_another<there_and_back<hf>, held_child<wf>>},
    scenario{"more-workers", "a schedule of three workers for two", 3, of_more_workers<remainders>},
    scenario{"pruned", "a schedule of which half is left", 3, pruned_halves<wf>},
    scenario{"outside-3", "tasks wait for launched ones", 3, outside_meanwhile<waits_outside>},
    scenario{"outside-joins-3",
             "joins wait for tasks of others",
             3,
             outside_meanwhile<joins_from_outside>},
    scenario{"blocks-3", "isolated blocks wait for each other", 3, blocks_that_spawn},
    scenario{"outside-blocks-3", "a launched task waits for a block", 3, launched_wait_for_a_block},
    scenario{"early-at-a-join",
             "a task told to go on is too early",
             2,
             outside_meanwhile<early_at_a_join>},
    scenario{"few-stacks",
             "a worker has no stack for what it takes up",
             2,
             outside_meanwhile<four_for_three_stacks, 4>},
    scenario{"few-stacks-mismatch",
             "and a step does not come",
             2,
             late_mismatch<four_for_three_stacks, 4>},
};

}  // namespace

std::span<const scenario> replay_scenarios() {
  return all;
}

}  // namespace nuthatch::exploring
