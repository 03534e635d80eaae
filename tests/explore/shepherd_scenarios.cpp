// SPDX-License-Identifier: Apache-2.0
#include "explore/shepherd_scenarios.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "attached_trees.hpp"
#include "base/assert.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "explore/explored_runtime.hpp"
#include "explore/small_programs.hpp"
#include "schedulers/shepherd/shared_deque.hpp"
#include "schedulers/shepherd/shepherd.hpp"
#include "selective_threads.hpp"

namespace nuthatch::exploring {

namespace {

/// Every worker pushes some items and takes items from both ends. The first worker also takes back
/// what it has pushed, although others may have taken it and pushed something else in its place.
void shared_queue_of_all(platform::platform& on, unsigned workers) {
  constexpr unsigned each = 3;
  scheduling::shared_deque subject;
  std::vector<unsigned> got(std::size_t{workers} * each);
  const auto note = [&got](core::work_item one) {
    if (one) {
      ++got[(one.word() >> 4U) - 1];
    }
  };
  const auto named = [](unsigned number) {
    return core::work_item::from_word((std::uintptr_t{number} + 1) << 4U);
  };
  on_each_worker(on, workers, [&](unsigned index) {
    for (unsigned i = 0; i < each; ++i) {
      const core::work_item mine = named(index * each + i);
      const auto its = subject.any_push(mine, {.by = index}).its;
      NUTHATCH_CHECK(its != 0, "no memory");
      if (index != 0) {
        note(i == 0 ? subject.any_take_newest(index).what : subject.any_take_oldest(index).what);
      } else if (const core::work_item back = subject.any_take_back(its, index).what) {
        NUTHATCH_CHECK(back == mine, "a ticket got the work of another one");
        note(back);
      }
    }
  });
  while (const core::work_item rest = subject.any_take_newest(0).what) {
    note(rest);
  }
  for (const unsigned times : got) {
    NUTHATCH_CHECK(times == 1, "a work was got twice or not at all");
  }
}

/// Workers become the thief one at a time, and each thief sees what the previous one did.
void one_thief_at_a_time(platform::platform& on, unsigned workers) {
  scheduling::shepherd subject;
  for (unsigned i = 0; i < workers; ++i) {
    subject.workers.push_back(i);
  }
  unsigned thieves = 0;  // plain: only the thief writes it
  detail::atomic<unsigned> counted = 0;
  on_each_worker(on, workers, [&](unsigned index) {
    for (int attempt = 0; attempt < 2; ++attempt) {
      if (subject.any_become_thief(index)) {
        const unsigned before = thieves;
        counted.fetch_add(1, detail::memory_order_relaxed);
        thieves = before + 1;
        subject.thief_end(index);
      }
    }
  });
  NUTHATCH_CHECK(thieves == counted.load(detail::memory_order_relaxed),
                 "two workers were the thief");
}

struct arrangement {
  const char* scheduler;
  const char* shepherds;
  unsigned private_tasks = 0;
};

// The first two of three workers share a queue.
constexpr arrangement fellows{"shepherd_mts", "2"};
constexpr arrangement keeping{"shepherd_mts", "2", 1};
constexpr arrangement alone{"shepherd_ws", "worker"};
constexpr arrangement central{"shepherd_cq", "machine"};
constexpr arrangement in_turn{"shepherd_q", "worker"};
constexpr arrangement in_turn_newest{"shepherd_l", "worker"};

std::unique_ptr<runtime> make_shepherds(platform::platform& on,
                                        unsigned workers,
                                        const arrangement& as) {
  options wanted = small_options(workers, as.scheduler);
  wanted.shepherds = as.shepherds;
  wanted.shepherd_private_tasks = as.private_tasks;
  return runtime_on(on, wanted);
}

template <const arrangement& As, void (*Program)()>
void in_shepherds(platform::platform& on, unsigned workers) {
  make_shepherds(on, workers, As)->run(Program);
}

template <const arrangement& As>
void falling_asleep(platform::platform& on, unsigned workers) {
  const std::unique_ptr<runtime> r = make_shepherds(on, workers, As);
  for (int round = 0; round < 2; ++round) {
    r->run([] { NUTHATCH_CHECK(tree(help_first, 1) == 2, "a wrong sum"); });
  }
}

/// Occupies its worker until `all` tasks have come.
void meet(detail::atomic<unsigned>& there, unsigned all) {
  there.fetch_add(1, detail::memory_order_relaxed);
  const core::worker& self = core::worker::current();
  for (unsigned step = 0; there.load(detail::memory_order_relaxed) < all; ++step) {
    self.team().threads().let_others(self.index(), step);
  }
}

/// `All` tasks need a worker each at the same time. If a thief takes two of them at once, the
/// second has to reach a sleeping worker, because the spawner takes back the rest of the queue.
template <unsigned All>
void at_once() {
  detail::atomic<unsigned> there = 0;
  scope others;
  for (unsigned i = 1; i < All; ++i) {
    others.spawn([&there] { meet(there, All); });
  }
  {
    scope rest;
    rest.spawn([] {});
    rest.sync();
  }
  meet(there, All);
  others.sync();
}

using first = decltype(help_first);
using second = decltype(work_first);

constexpr char ws[] = "shepherd_ws";
constexpr char cq[] = "shepherd_cq";

/// Attached threads push tasks and run tasks while they wait.
template <const char* Scheduler>
void attached_threads_run_trees(platform::platform& on, unsigned workers) {
  testing::attached_trees trees(on, workers, 1, Scheduler);
  trees.threads().start([&](unsigned index) { trees.run_member(index); });
  trees.threads().join_all();
  NUTHATCH_CHECK(trees.ran() == trees.tasks(), "a task ran twice or not at all");
}

template <bool Prioritized>
void attached_threads_choose(platform::platform& on, unsigned workers) {
  testing::selective_threads attached(on, workers, Prioritized);
  attached.threads().start([&](unsigned index) { attached.run_member(index); });
  attached.threads().join_all();
}

constexpr std::array all{
    scenario{"shared-queue-2", "two workers at a queue", 2, shared_queue_of_all},
    scenario{"shared-queue-3", "three workers at a queue", 3, shared_queue_of_all},
    scenario{"thief-3", "three workers, one of which may steal", 3, one_thief_at_a_time},
    scenario{
        "shepherd-mts-fork-3", "four leaves", 3, in_shepherds<fellows, fork_and_join_four<first>>},
    scenario{"shepherd-mts-fork-work-first-3",
             "four leaves",
             3,
             in_shepherds<fellows, fork_and_join_four<second>>},
    scenario{"shepherd-mts-scope-3",
             "four children",
             3,
             in_shepherds<fellows, spawn_four_children<first>>},
    scenario{"shepherd-mts-async-3",
             "three asyncs",
             3,
             in_shepherds<fellows, spawn_three_asyncs<first>>},
    scenario{"shepherd-mts-future-3",
             "tasks wait for others",
             3,
             in_shepherds<fellows, wait_for_futures>},
    scenario{
        "shepherd-mts-sleep-3", "work comes while workers fall asleep", 3, falling_asleep<fellows>},
    scenario{"shepherd-mts-meet-3", "three tasks at once", 3, in_shepherds<fellows, at_once<3>>},
    scenario{"shepherd-mts-meet-4", "four tasks at once", 4, in_shepherds<fellows, at_once<4>>},
    scenario{"buffered-fork-3", "four leaves", 3, in_shepherds<keeping, fork_and_join_four<first>>},
    scenario{
        "buffered-async-3", "three asyncs", 3, in_shepherds<keeping, spawn_three_asyncs<first>>},
    scenario{"buffered-sleep-3", "work comes while workers sleep", 3, falling_asleep<keeping>},
    scenario{"shepherd-ws-fork", "four leaves", 2, in_shepherds<alone, fork_and_join_four<first>>},
    scenario{"shepherd-ws-sleep", "work comes while workers fall asleep", 2, falling_asleep<alone>},
    scenario{"shepherd-ws-meet", "two tasks at once", 2, in_shepherds<alone, at_once<2>>},
    scenario{
        "shepherd-cq-scope", "four children", 2, in_shepherds<central, spawn_four_children<first>>},
    scenario{
        "shepherd-cq-fork-3", "four leaves", 3, in_shepherds<central, fork_and_join_four<first>>},
    scenario{
        "shepherd-ws-attached", "threads run trees of tasks", 2, attached_threads_run_trees<ws>},
    scenario{
        "shepherd-ws-attached-3", "threads run trees of tasks", 3, attached_threads_run_trees<ws>},
    scenario{
        "selective-2", "a thread sleeps that may run one task", 2, attached_threads_choose<false>},
    scenario{
        "selective-3", "threads sleep that may run some tasks", 3, attached_threads_choose<false>},
    scenario{"selective-prioritized",
             "a thread sleeps that may run one",
             2,
             attached_threads_choose<true>},
    scenario{"selective-prioritized-3",
             "threads sleep that may run some",
             3,
             attached_threads_choose<true>},
    scenario{
        "shepherd-cq-attached", "threads run trees of tasks", 2, attached_threads_run_trees<cq>},
    scenario{"q-fork", "four leaves", 2, in_shepherds<in_turn, fork_and_join_four<first>>},
    scenario{"q-async", "three asyncs", 2, in_shepherds<in_turn, spawn_three_asyncs<second>>},
    scenario{
        "l-scope-3", "four children", 3, in_shepherds<in_turn_newest, spawn_four_children<first>>},
    scenario{"l-sleep", "work comes while workers fall asleep", 2, falling_asleep<in_turn_newest>},
};

}  // namespace

std::span<const scenario> shepherd_scenarios() {
  return all;
}

}  // namespace nuthatch::exploring
