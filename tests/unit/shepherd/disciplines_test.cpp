// SPDX-License-Identifier: Apache-2.0

// The five disciplines in virtual time: which worker runs what, in which order, and what is
// counted.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/charge_work.hpp>
#include <nuthatch/nuthatch.hpp>

#include "core/worker.hpp"
#include "runtime/runtime_on.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Workers of a virtual machine, one for each CPU unless the options state otherwise.
class shepherds {
 public:
  shepherds(const std::string& scheduler, const std::string& machine, options wanted = {})
      : pretended_(twin::machine_model::from(machine), twin::costs(), 1) {
    wanted.scheduler = scheduler;
    wanted.workers = wanted.workers == 0 ? pretended_.pretended().cpus() : wanted.workers;
    workers_ = runtime_on(pretended_, wanted);
  }

  runtime& operator*() { return *workers_; }

  runtime* operator->() { return workers_.get(); }

 private:
  twin::virtual_platform pretended_;
  std::unique_ptr<runtime> workers_;
};

void tree(int depth, std::uint64_t leaf_ns) {
  if (depth == 0) {
    charge_work(leaf_ns);
    return;
  }
  scope children;
  children.spawn([=] { tree(depth - 1, leaf_ns); });
  children.spawn([=] { tree(depth - 1, leaf_ns); });
  children.sync();
}

void halves(int depth, std::uint64_t leaf_ns) {
  if (depth == 0) {
    charge_work(leaf_ns);
    return;
  }
  fork_join([=] { halves(depth - 1, leaf_ns); }, [=] { halves(depth - 1, leaf_ns); });
}

std::vector<int> order_of_children(const std::string& scheduler) {
  shepherds on(scheduler, "1x1");
  std::vector<int> order;
  on->run([&] {
    scope children;
    for (int i = 0; i < 4; ++i) {
      children.spawn([&order, i] { order.push_back(i); });
    }
    children.sync();
  });
  return order;
}

TEST(disciplines, queues_are_of_the_order_in_table_1) {
  EXPECT_THAT(order_of_children("shepherd_q"), ElementsAre(0, 1, 2, 3));
  for (const char* const last_in_first_out :
       {"shepherd_l", "shepherd_cq", "shepherd_ws", "shepherd_mts"}) {
    EXPECT_THAT(order_of_children(last_in_first_out), ElementsAre(3, 2, 1, 0));
  }
}

TEST(disciplines, q_and_l_place_children_in_turn) {
  for (const char* const scheduler : {"shepherd_q", "shepherd_l"}) {
    shepherds on(scheduler, "1x4");
    std::vector<unsigned> where(8);
    const unsigned spawner = on->run([&where] {
      scope children;
      for (unsigned& each : where) {
        children.spawn([&each] { each = worker_index().value(); });
      }
      children.sync();
      return worker_index().value();
    });
    for (unsigned i = 0; i < where.size(); ++i) {
      EXPECT_EQ(where[i], (spawner + 1 + i) % 4) << scheduler << ", child " << i;
    }
    EXPECT_EQ(on->statistics().steals, 0U);
  }
}

TEST(disciplines, q_and_l_go_home_after_a_wait) {
  for (const char* const scheduler : {"shepherd_q", "shepherd_l"}) {
    shepherds on(scheduler, "1x4");
    on->run([] {
      for (int round = 0; round < 20; ++round) {
        const unsigned before = worker_index().value();
        scope children;
        for (int i = 0; i < 8; ++i) {
          children.spawn([] { charge_work(1'000); });
        }
        children.sync();
        EXPECT_EQ(worker_index().value(), before);
      }
    });
    EXPECT_GT(on->statistics().mailed, 0U) << "the last child ended elsewhere";
  }
}

// The worker runs next what would be on top of a single stack, so nothing begins before newer work.
TEST(disciplines, one_queue_for_all_has_no_inversions_on_one_worker) {
  shepherds on("shepherd_cq", "1x1");
  on->run([] { tree(8, 100); });
  EXPECT_EQ(on->statistics().inversions, 0U);
  EXPECT_EQ(on->statistics().published, on->statistics().taken_back);
}

TEST(disciplines, who_takes_back_from_below_newer_works_inverts) {
  shepherds on("shepherd_cq", "1x4");
  on->run([] { tree(8, 3'000); });
  EXPECT_GT(on->statistics().inversions, 0U);
  EXPECT_GT(on->statistics().shared_takes, 0U);
  EXPECT_GT(on->statistics().queue_waits, 0U);
  EXPECT_EQ(on->statistics().steals, 0U);
}

TEST(disciplines, mts_steals_between_chips_only) {
  shepherds on("shepherd_mts", "4x8");
  on->run([] { tree(12, 2'000); });
  const statistics counted = on->statistics();
  EXPECT_GT(counted.remote_steals, 0U);
  EXPECT_EQ(counted.local_steals, 0U);
  EXPECT_EQ(counted.steals, counted.remote_steals);
  EXPECT_GT(counted.shared_takes, counted.steals);
}

TEST(disciplines, ws_steals_everywhere_and_farther_than_mts) {
  shepherds flat("shepherd_ws", "4x8");
  shepherds hierarchical("shepherd_mts", "4x8");
  flat->run([] { tree(12, 2'000); });
  hierarchical->run([] { tree(12, 2'000); });
  const statistics counted = flat->statistics();
  EXPECT_GT(counted.local_steals, 0U);
  EXPECT_EQ(counted.steals, counted.remote_steals + counted.local_steals);
  EXPECT_EQ(counted.shared_takes, 0U);
  EXPECT_GT(counted.remote_steals, hierarchical->statistics().remote_steals);
}

template <class Program>
std::uint64_t tasks_per_steal_times_100(const std::string& chunk, Program program) {
  options wanted;
  wanted.shepherd_steal_chunk = chunk;
  shepherds on("shepherd_mts", "2x8", wanted);
  on->run(program);
  const statistics counted = on->statistics();
  EXPECT_GT(counted.steals, 0U);
  return counted.steals == 0 ? 0 : 100 * counted.stolen_tasks / counted.steals;
}

/// A task that spawns many children, for shepherds without work.
void spawn_many() {
  scope children;
  for (int i = 0; i < 2'000; ++i) {
    children.spawn([] { charge_work(20'000); });
  }
  children.sync();
}

TEST(disciplines, a_steal_takes_a_task_for_each_worker_unless_options_say_otherwise) {
  EXPECT_EQ(tasks_per_steal_times_100("1", spawn_many), 100U);
  EXPECT_GT(tasks_per_steal_times_100("", spawn_many), 300U);
  EXPECT_LE(tasks_per_steal_times_100("", spawn_many), 800U);
  EXPECT_GT(tasks_per_steal_times_100("16", spawn_many), 800U);
  EXPECT_GT(tasks_per_steal_times_100("half", spawn_many), 1'600U);
}

TEST(disciplines, workers_may_keep_the_newest) {
  options wanted;
  wanted.shepherd_private_tasks = 2;
  shepherds alone("shepherd_mts", "1x1", wanted);
  alone->run([] { tree(8, 100); });
  EXPECT_EQ(alone->statistics().published, 0U) << "nobody else could want it";
  shepherds several("shepherd_mts", "1x4", wanted);
  shepherds exact("shepherd_mts", "1x4");
  several->run([] { tree(10, 2'000); });
  exact->run([] { tree(10, 2'000); });
  EXPECT_GT(several->statistics().shared_takes, 0U);
  EXPECT_LT(several->statistics().published, exact->statistics().published / 4);
}

// Of 31 victims, 24 are on other chips.
TEST(disciplines, victims_are_the_nearest_or_any) {
  const auto are_far = [](const std::string& victims) {
    options wanted;
    wanted.shepherd_victim_order = victims;
    shepherds on("shepherd_ws", "4x8", wanted);
    on->run([] { tree(12, 2'000); });
    return on->statistics().remote_steals > on->statistics().local_steals;
  };
  EXPECT_TRUE(are_far("random"));
  EXPECT_FALSE(are_far("distance"));
  EXPECT_TRUE(are_far("")) << "the paper's WS knows nothing of chips";
}

// A fork is as much work as everything newer.
TEST(disciplines, forks_are_stolen_one_by_one_unless_options_say_otherwise) {
  const auto program = [] {
    halves(12, 2'000);
  };
  EXPECT_EQ(tasks_per_steal_times_100("", program), 100U);
  EXPECT_GT(tasks_per_steal_times_100("8", program), 150U);
}

// In breadth-first order, all tasks of a tree wait at the same time.
TEST(disciplines, few_stacks_are_enough_for_any_order) {
  for (const char* const scheduler :
       {"shepherd_q", "shepherd_l", "shepherd_cq", "shepherd_ws", "shepherd_mts"}) {
    options wanted;
    wanted.max_stacks = 100;
    shepherds on(scheduler, "2x2", wanted);
    on->run([] { tree(12, 100); });
    EXPECT_LE(on->statistics().stacks_peak, 100U) << scheduler;
  }
}

TEST(disciplines, say_which_options_are_wrong) {
  const auto complaint = [](void (*change)(options&)) -> std::string {
    options wanted;
    wanted.scheduler = "shepherd_mts";
    wanted.workers = 2;
    change(wanted);
    try {
      const runtime never(wanted);
      return "accepted";
    } catch (const option_error& wrong) {
      return wrong.what();
    }
  };
  EXPECT_THAT(complaint([](options& o) { o.shepherds = "3"; }), HasSubstr("shepherds: \"3\""));
  EXPECT_THAT(complaint([](options& o) { o.shepherds = "chips"; }),
              HasSubstr("shepherds: \"chips\" is not valid; it must be worker, core"));
  // The option is checked even if the scheduler does not use it.
  EXPECT_THAT(complaint([](options& o) {
                o.scheduler = "work_stealing";
                o.shepherd_steal_chunk = "lots";
              }),
              HasSubstr("shepherd_steal_chunk: \"lots\" is not valid"));
  EXPECT_THAT(complaint([](options& o) { o.shepherd_steal_chunk = "most"; }),
              HasSubstr("shepherd_steal_chunk: \"most\""));
  EXPECT_THAT(complaint([](options& o) { o.shepherd_steal_chunk = "0"; }), HasSubstr("from 1 to"));
  EXPECT_THAT(complaint([](options& o) { o.shepherd_victim_order = "near"; }),
              HasSubstr("distance and random"));
  EXPECT_THAT(complaint([](options& o) { o.places = "2:1"; }),
              HasSubstr("the scheduler shepherd_mts"));
}

}  // namespace
}  // namespace nuthatch
