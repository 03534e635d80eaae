// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "base/assert.hpp"
#include "explore/channel_scenarios.hpp"
#include "explore/dependence_scenarios.hpp"
#include "explore/explored_runtime.hpp"
#include "explore/group_scenarios.hpp"
#include "explore/isolation_scenarios.hpp"
#include "explore/openmp/openmp_scenarios.hpp"
#include "explore/pipeline_scenarios.hpp"
#include "explore/replay_scenarios.hpp"
#include "explore/scenario.hpp"
#include "explore/schedule_scenarios.hpp"
#include "explore/shepherd_scenarios.hpp"
#include "explore/small_programs.hpp"
#include "explore/splicing_scenarios.hpp"
#include "explore/stopping_scenarios.hpp"
#include "hop.hpp"
#include "schedulers/stealing/stealing_deque.hpp"

namespace nuthatch::exploring {

namespace {

template <class Policy, const char* Scheduler = stealing>
void fork_and_join(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, fork_and_join_four<Policy>);
}

template <class Policy, const char* Scheduler = stealing>
void throwing(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, [] {
    int caught = 0;
    try {
      fork_join(
          Policy(),
          [] {
            poll();
            throw std::runtime_error("first");
          },
          [] { poll(); });
    } catch (const std::runtime_error&) {
      ++caught;
    }
    NUTHATCH_CHECK(caught == 1, "an exception was lost");
  });
}

template <class Policy, const char* Scheduler = stealing>
void children_of_a_scope(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, spawn_four_children<Policy>);
}

template <class Policy, const char* Scheduler = stealing>
void asyncs_of_a_finish(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, spawn_three_asyncs<Policy>);
}

/// Asyncs spawn asyncs, some of them under a separate finish.
template <const char* Scheduler>
void asyncs_in_asyncs(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, [] {
    std::array<int, 6> ran{};
    finish([&] {
      for (std::size_t i = 0; i < 2; ++i) {
        async([&ran, i] {
          async([&one = ran[i]] { ++one; });
          finish([&one = ran[i + 2]] {
            async([&one] {
              poll();
              ++one;
            });
          });
          ran[i + 4] = ran[i + 2];
        });
      }
    });
    for (const int times : ran) {
      NUTHATCH_CHECK(times == 1, "an async ran twice or not at all, or a finish did not wait");
    }
  });
}

/// A child is spawned inside of a finish that it may outlive, and is joined after the finish.
template <const char* Scheduler = stealing>
void crosswise(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, [] {
    int ran = 0;
    scope s;
    finish([&] {
      s.spawn(help_first, [&ran] {
        poll();
        async(help_first, [&ran] { ++ran; });
      });
    });
    s.sync();
    NUTHATCH_CHECK(ran == 1, "an async of a child outlived the child's join");
  });
}

template <const char* Scheduler = stealing>
void waiting_for_futures(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, wait_for_futures);
}

/// Tasks wait for launched tasks while other workers take these out of a queue. The first of them
/// to claim a task runs it.
template <const char* Scheduler = stealing>
void claiming_launched_tasks(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, [] {
    std::array<int, 2> ran{};
    const future<void> older = launch([&ran] {
      poll();
      ++ran[0];
    });
    future<void> newer = launch([&ran, &older] {
      older.wait();
      ++ran[1];
    });
    older.wait();  // not the newest in its queue
    newer.get();
    for (const int times : ran) {
      NUTHATCH_CHECK(times == 1, "a launched task ran twice or not at all");
    }
  });
}

template <const char* Scheduler = stealing, int Rounds = 3>
void sleeping_and_waking(platform::platform& on, unsigned workers) {
  const std::unique_ptr<runtime> r = make_runtime(on, workers, Scheduler);
  for (int round = 0; round < Rounds; ++round) {
    r->run([] { NUTHATCH_CHECK(tree(help_first, 1) == 2, "a wrong sum"); });
  }
}

/// A task moves from worker to worker while these fall asleep. Then it waits twice for another
/// task, and resumes on the first worker each time.
template <const char* Scheduler = stealing>
void work_for_one_alone(platform::platform& on, unsigned workers) {
  in_runtime(on, workers, Scheduler, [workers] {
    for (unsigned i = 0; i < workers; ++i) {
      NUTHATCH_CHECK(testing::hop_to(i) == i, "another worker took what was sent to one");
    }
    detail::join_counter join;
    join.forked = 1;
    finish([&join] {
      async(help_first, [&join] {
        poll();
        testing::arrive_at(join);
      });
      NUTHATCH_CHECK(testing::wait_and_go_on_at(0, join), "a task goes on at another worker");
    });
    testing::rendezvous meeting;
    finish([&meeting] {
      async(help_first, [&meeting] { meeting.tell(); });
      NUTHATCH_CHECK(meeting.wait_and_go_on_at(0), "a task goes on at another worker");
    });
  });
}

template <const char* Scheduler = stealing>
void starting_and_stopping(platform::platform& on, unsigned workers) {
  for (int round = 0; round < 2; ++round) {
    static_cast<void>(make_runtime(on, workers, Scheduler));
  }
}

/// The first two places send each other asyncs and wait for them.
template <const char* Places>
void sending_to_places(platform::platform& on, unsigned workers) {
  const std::unique_ptr<runtime> r = make_runtime(on, workers, slaw, Places);
  r->run([] {
    std::array<int, 3> ran{};
    const auto note = [&ran](std::size_t which, unsigned where) {
      ++ran[which];
      NUTHATCH_CHECK(here() == place(where), "a task runs in another place");
    };
    finish([&note] {
      async(at(place(1)), [&note] {
        note(0, 1);
        finish([&note] { async(at(place(0)), [&note] { note(1, 0); }); });
        NUTHATCH_CHECK(here() == place(1), "a task goes on in another place");
        async([&note] { note(2, 1); });
      });
    });
    for (const int times : ran) {
      NUTHATCH_CHECK(times == 1, "an async ran twice or not at all");
    }
    finish([] { async(at(place(1)), [] { poll(); }); });
    NUTHATCH_CHECK(here() == place(0), "a task goes on in another place");
  });
}

constexpr char of_one[] = "2:1";
constexpr char of_two[] = "{0},{1,2}";

/// Worker 0 owns a deque from which the others steal; every work item is taken once.
void deque(platform::platform& on, unsigned workers) {
  constexpr unsigned works = 5;
  scheduling::stealing_deque subject;
  std::array<unsigned, works> got{};
  const auto note = [&got](core::work_item one) {
    if (one) {
      ++got[(one.word() >> 4U) - 1];
    }
  };
  const auto named = [](unsigned number) {
    return core::work_item::from_word((std::uintptr_t{number} + 1) << 4U);
  };
  const std::unique_ptr<platform::worker_team> team =
      on.make_team({.workers = workers, .pin = false, .cpus = {}, .name = "deque"});
  team->start([&](unsigned index) {
    bool lost = false;
    if (index > 0) {
      for (unsigned attempt = 0; attempt < works; ++attempt) {
        note(subject.thief_steal(lost));
      }
      return;
    }
    for (unsigned number = 0; number < works; ++number) {
      subject.owner_push(named(number));
      if (number % 2 == 1) {
        note(subject.owner_pop());
      }
    }
  });
  team->join_all();
  while (const core::work_item rest = subject.owner_pop()) {
    note(rest);
  }
  for (const unsigned times : got) {
    NUTHATCH_CHECK(times == 1, "a work was got twice or not at all");
  }
}

template <const char* Scheduler>
void waiting_on_stacks(platform::platform& on, unsigned workers) {
  isolated_for_few_stacks(on, workers, Scheduler);
}

template <void (*Scenario)(platform::platform&, unsigned, const char*),
          const char* Scheduler = stealing>
void under(platform::platform& on, unsigned workers) {
  Scenario(on, workers, Scheduler);
}

constexpr std::array all{
    scenario{"deque-2", "an owner and a thief", 2, deque},
    scenario{"deque-3", "an owner and two thieves", 3, deque},
    scenario{"spsc", "a channel with one sender", 2, one_sender},
    scenario{"mpsc-2", "a channel with one of many senders", 2, many_senders},
    scenario{"mpsc-3", "a channel with two senders", 3, many_senders},
    scenario{"update", "what is told before tasks are sent arrives first", 3, cause_and_reaction},
    scenario{"fork-work-first", "four leaves", 2, fork_and_join<decltype(work_first)>},
    scenario{"fork-help-first", "four leaves", 2, fork_and_join<decltype(help_first)>},
    scenario{"fork-work-first-3", "four leaves", 3, fork_and_join<decltype(work_first)>},
    scenario{"throw-work-first", "one of two throws", 2, throwing<decltype(work_first)>},
    scenario{"throw-help-first", "one of two throws", 2, throwing<decltype(help_first)>},
    scenario{"scope-work-first", "four children", 2, children_of_a_scope<decltype(work_first)>},
    scenario{"scope-help-first", "four children", 2, children_of_a_scope<decltype(help_first)>},
    scenario{"scope-help-first-3", "four children", 3, children_of_a_scope<decltype(help_first)>},
    scenario{"async-work-first", "three asyncs", 2, asyncs_of_a_finish<decltype(work_first)>},
    scenario{"async-help-first", "three asyncs", 2, asyncs_of_a_finish<decltype(help_first)>},
    scenario{"crosswise", "a child that outlives a finish", 2, crosswise<>},
    scenario{"crosswise-3", "a child that outlives a finish", 3, crosswise<>},
    scenario{"group", "tasks that add tasks", 2, under<tasks_of_a_group>},
    scenario{"group-3", "tasks that add tasks", 3, under<tasks_of_a_group>},
    scenario{"group-elsewhere", "tasks that add tasks", 2, under<tasks_of_a_group_elsewhere>},
    scenario{"group-many", "tasks that are kept", 2, under<many_tasks_of_a_group>},
    scenario{"group-moves", "the owner is stolen", 2, under<continuations_with_groups>},
    scenario{"group-moves-3", "the owner is stolen", 3, under<continuations_with_groups>},
    scenario{"slaw-group-moves", "the owner is stolen", 2, under<continuations_with_groups, slaw>},
    scenario{"channel-crosswise", "a child that outlives a finish", 2, crosswise<channel>},
    scenario{"channel-group", "tasks that add tasks", 2, under<tasks_of_a_group, channel>},
    scenario{"slaw-crosswise", "a child that outlives a finish", 2, crosswise<slaw>},
    scenario{"slaw-group", "tasks that add tasks", 2, under<tasks_of_a_group, slaw>},
    scenario{"limit", "a finish limits its workers", 2, under<limited_workers>},
    scenario{"limit-3", "a finish limits its workers", 3, under<limited_workers>},
    scenario{"limit-channel-3", "a finish limits its workers", 3, under<limited_workers, channel>},
    scenario{"stop-finish", "an async stops its finish", 2, under<stopped_finish>},
    scenario{"stop-finish-3", "an async stops its finish", 3, under<stopped_finish>},
    scenario{"stop-group", "a task stops its group", 2, under<stopped_group>},
    scenario{"stop-group-3", "a task stops its group", 3, under<stopped_group>},
    scenario{"stop-twice", "two tasks stop one finish", 2, under<stopped_twice>},
    scenario{"stop-twice-3", "two tasks stop one finish", 3, under<stopped_twice>},
    scenario{"channel-stop-finish", "an async stops its finish", 2, under<stopped_finish, channel>},
    scenario{"slaw-stop-group", "a task stops its group", 2, under<stopped_group, slaw>},
    scenario{"then", "a task continues after another", 2, under<continued_task>},
    scenario{"then-3", "a task continues after another", 3, under<continued_task>},
    scenario{"when-all", "a task begins after three others", 2, under<after_all_of_three>},
    scenario{"when-all-3", "a task begins after three others", 3, under<after_all_of_three>},
    scenario{"when-any", "a task begins after one of three", 2, under<after_one_of_three>},
    scenario{"when-any-3", "a task begins after one of three", 3, under<after_one_of_three>},
    scenario{"channel-then", "a task continues after another", 2, under<continued_task, channel>},
    scenario{"pipeline", "items pass serial stages", 2, under<pipelined_items>},
    scenario{"pipeline-3", "items pass serial stages", 3, under<pipelined_items>},
    scenario{"pipeline-ends", "a stage stops or throws", 2, under<ended_pipeline>},
    scenario{"pipeline-ends-3", "a stage stops or throws", 3, under<ended_pipeline>},
    scenario{"channel-pipeline", "items pass serial stages", 2, under<pipelined_items, channel>},
    scenario{"graph", "a graph runs three times", 2, under<repeated_graph>},
    scenario{"graph-3", "a graph runs three times", 3, under<repeated_graph>},
    scenario{"wavefront", "the blocks of a grid", 2, under<small_wavefront>},
    scenario{"wavefront-3", "the blocks of a grid", 3, under<small_wavefront>},
    scenario{"limited-group", "one task at a time", 2, under<tasks_with_a_limit>},
    scenario{"limited-group-3", "one task at a time", 3, under<tasks_with_a_limit>},
    scenario{"future", "a task and its creator wait for others", 2, waiting_for_futures<>},
    scenario{"claim", "who waits for a task runs it", 2, claiming_launched_tasks<>},
    scenario{"claim-3", "who waits for a task runs it", 3, claiming_launched_tasks<>},
    scenario{"channel-claim", "who waits for a task runs it", 2, claiming_launched_tasks<channel>},
    scenario{"slaw-claim", "who waits for a task runs it", 2, claiming_launched_tasks<slaw>},
    scenario{
        "wake", "work comes, once, while workers fall asleep", 2, sleeping_and_waking<stealing, 1>},
    scenario{"sleep-1", "work comes while the only worker falls asleep", 1, sleeping_and_waking<>},
    scenario{"sleep", "work comes while workers fall asleep", 2, sleeping_and_waking<>},
    scenario{"sleep-3", "work comes while workers fall asleep", 3, sleeping_and_waking<>},
    scenario{"inbox", "work for one worker alone", 2, work_for_one_alone<>},
    scenario{"inbox-3", "work for one worker alone", 3, work_for_one_alone<>},
    scenario{"channel-inbox", "work for one worker alone", 2, work_for_one_alone<channel>},
    scenario{"channel-inbox-3", "work for one worker alone", 3, work_for_one_alone<channel>},
    scenario{"slaw-inbox", "work for one worker alone", 2, work_for_one_alone<slaw>},
    scenario{"numbers", "tasks know where they are", 2, numbered_tasks<>},
    scenario{"numbers-3", "tasks know where they are", 3, numbered_tasks<>},
    scenario{"channel-numbers", "tasks know where they are", 2, numbered_tasks<channel>},
    scenario{"slaw-numbers", "tasks know where they are", 2, numbered_tasks<slaw>},
    scenario{"replay", "workers as recorded", 2, replayed_tasks<replay_mode::strict_unordered>},
    scenario{"replay-3", "workers as recorded", 3, replayed_tasks<replay_mode::strict_unordered>},
    scenario{"replay-ordered", "workers and order", 2, replayed_tasks<replay_mode::strict_ordered>},
    scenario{
        "replay-ordered-3", "workers and order", 3, replayed_tasks<replay_mode::strict_ordered>},
    scenario{"replay-channel",
             "workers and order",
             2,
             replayed_tasks<replay_mode::strict_ordered, channel>},
    scenario{"replay-relaxed", "a schedule, and steals", 2, replayed_tasks<replay_mode::relaxed>},
    scenario{"replay-relaxed-3", "a schedule, and steals", 3, replayed_tasks<replay_mode::relaxed>},
    scenario{"replay-mismatch", "the schedule of another", 2, replayed_by_another_schedule},
    scenario{"former-stack", "a task was on another stack", 2, back_on_its_former_stack<true>},
    scenario{"former-stack-3", "a task was on another stack", 3, back_on_its_former_stack<true>},
    scenario{"further-stack", "a task was on another stack", 2, back_on_its_former_stack<false>},
    scenario{"stop", "a runtime ends while its workers start", 2, starting_and_stopping<>},
    scenario{"idle", "a manager counts who is out of work", 3, counting_the_idle},
    scenario{"lock", "an owner and a thief at a lock", 2, owner_and_thieves},
    scenario{"lock-3", "an owner and two thieves at a lock", 3, owner_and_thieves},
    scenario{"deques", "an owner and a thief that reaches in", 2, deques_and_thief},
    scenario{"deques-3", "an owner and two thieves that reach in", 3, deques_and_thief},
    scenario{
        "channel-fork-work-first", "four leaves", 2, fork_and_join<decltype(work_first), channel>},
    scenario{
        "channel-fork-help-first", "four leaves", 2, fork_and_join<decltype(help_first), channel>},
    scenario{"channel-fork-3", "four leaves", 3, fork_and_join<decltype(help_first), channel>},
    scenario{"channel-fork-4", "four leaves", 4, fork_and_join<decltype(work_first), channel>},
    scenario{"channel-throw", "one of two throws", 2, throwing<decltype(help_first), channel>},
    scenario{
        "channel-scope", "four children", 2, children_of_a_scope<decltype(help_first), channel>},
    scenario{
        "channel-scope-3", "four children", 3, children_of_a_scope<decltype(help_first), channel>},
    scenario{"channel-async", "three asyncs", 2, asyncs_of_a_finish<decltype(help_first), channel>},
    scenario{
        "channel-async-3", "three asyncs", 3, asyncs_of_a_finish<decltype(work_first), channel>},
    scenario{"channel-future",
             "a task and its creator wait for others",
             2,
             waiting_for_futures<channel>},
    scenario{
        "channel-sleep", "work comes while workers fall asleep", 2, sleeping_and_waking<channel>},
    scenario{
        "channel-sleep-3", "work comes while workers fall asleep", 3, sleeping_and_waking<channel>},
    scenario{"channel-stop",
             "a runtime ends while its workers start",
             3,
             starting_and_stopping<channel>},
    scenario{"channel-nested", "asyncs in asyncs", 2, asyncs_in_asyncs<channel>},
    scenario{"channel-nested-3", "asyncs in asyncs", 3, asyncs_in_asyncs<channel>},
    scenario{"slaw-fork", "four leaves", 2, fork_and_join<chosen, slaw>},
    scenario{"slaw-scope", "four children", 2, children_of_a_scope<chosen, slaw>},
    scenario{"slaw-scope-3", "four children", 3, children_of_a_scope<chosen, slaw>},
    scenario{"slaw-async", "three asyncs", 2, asyncs_of_a_finish<chosen, slaw>},
    scenario{"slaw-nested", "asyncs in asyncs", 2, asyncs_in_asyncs<slaw>},
    scenario{"slaw-nested-3", "asyncs in asyncs", 3, asyncs_in_asyncs<slaw>},
    scenario{"slaw-future", "a task and its creator wait for others", 2, waiting_for_futures<slaw>},
    scenario{"slaw-sleep", "work comes while workers fall asleep", 2, sleeping_and_waking<slaw>},
    scenario{"isolated", "blocks on objects and on everything", 2, isolated_blocks},
    scenario{"isolated-bucket", "blocks that meet in a bucket", 3, isolated_neighbours},
    scenario{"isolated-bucket-4", "blocks that meet in a bucket", 4, isolated_neighbours},
    scenario{"isolated-gate", "blocks on everything against others", 2, isolated_gate},
    scenario{"isolated-gate-3", "blocks on everything against others", 3, isolated_gate},
    scenario{"isolated-3", "blocks on objects and on everything", 3, isolated_blocks},
    scenario{"isolated-stacks-3", "more tasks wait than stacks", 3, waiting_on_stacks<stealing>},
    scenario{"isolated-stacks-channel-3", "the same", 3, waiting_on_stacks<channel>},
    scenario{"places", "two places that send each other tasks", 2, sending_to_places<of_one>},
    scenario{"places-3", "the same with two workers in one", 3, sending_to_places<of_two>},
    scenario{"slaw-stop", "a runtime ends while its workers start", 2, starting_and_stopping<slaw>},
};

}  // namespace

std::span<const scenario> scenarios() {
  static const std::vector<scenario> together = [] {
    std::vector<scenario> made(all.begin(), all.end());
    for (const std::span<const scenario> others : {replay_scenarios(),
                                                   openmp_unit_scenarios(),
                                                   openmp_task_scenarios(),
                                                   openmp_reduction_scenarios(),
                                                   openmp_team_scenarios(),
                                                   shepherd_scenarios(),
                                                   splicing_scenarios()}) {
      made.insert(made.end(), others.begin(), others.end());
    }
    return made;
  }();
  return together;
}

}  // namespace nuthatch::exploring
