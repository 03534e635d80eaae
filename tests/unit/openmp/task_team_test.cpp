// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/task_team.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "described_machine.hpp"
#include "schedulers/shepherd/grouping.hpp"

namespace nuthatch::openmp {
namespace {

using platform::cpu_set;
using platform::topology;
using platform::topology_level;
using ::testing::ElementsAre;

class process_on final : public process_platform {
 public:
  explicit process_on(topology machine) : machine_(std::move(machine)) {}

  [[nodiscard]] const topology& machine() const override { return machine_; }

 private:
  const topology machine_;
};

class task_team_test : public described_machine {
 protected:
  [[nodiscard]] topology machine() const { return machine_of(cpu_set::first_n(8), system_); }

  /// Two cores share a cache, as 2 and 3 do, although their memory is in different parts.
  void share_caches() const {
    for (unsigned cpu = 0; cpu < 8; ++cpu) {
      put("cpu/cpu" + std::to_string(cpu) + "/cache/index2/shared_cpu_list",
          cpu % 4 < 2 ? "0-1,4-5" : "2-3,6-7");
    }
  }

  /// The scheduler for threads on these CPUs.
  [[nodiscard]] std::string scheduler_on(const std::vector<unsigned>& cpus) const {
    process_on here(machine());
    task_team tested(4, cpus, here);
    return tested.at(0).executed().team().configuration().scheduler;
  }

  [[nodiscard]] std::vector<unsigned> shepherds_on(const std::vector<unsigned>& cpus) const {
    process_on here(machine());
    task_team tested(static_cast<std::uint32_t>(cpus.size()), cpus, here);
    return scheduling::shepherds_of(
        "chip", tested.size(), tested.at(0).executed().team().topology_of_workers());
  }
};

TEST_F(task_team_test, chips_are_caches_that_cores_share) {
  EXPECT_TRUE(machine().groups(topology_level::l3).empty());
  EXPECT_EQ(machine().groups(topology_level::numa_node).size(), 3U);
  EXPECT_TRUE(are_on_several_chips({1, 4, 2}, machine()));
  EXPECT_TRUE(are_on_several_chips({2, 3}, machine()));
  EXPECT_FALSE(are_on_several_chips({0, 1, 5}, machine()));
  share_caches();
  EXPECT_EQ(machine().groups(topology_level::l3).size(), 2U);
  EXPECT_TRUE(are_on_several_chips({1, 4, 2}, machine()));
  EXPECT_FALSE(are_on_several_chips({2, 3}, machine()));
}

TEST_F(task_team_test, members_on_several_chips_have_shepherds) {
  EXPECT_EQ(scheduler_on({0, 1, 2, 3}), "shepherd_mts");
  EXPECT_EQ(scheduler_on({0, 0, 0, 7}), "shepherd_mts");
  EXPECT_EQ(scheduler_on({0, 1, 4, 5}), "shepherd_ws");
  EXPECT_EQ(scheduler_on({3, 3, 3, 3}), "shepherd_ws");
  EXPECT_EQ(scheduler_on({}), "shepherd_ws");
}

TEST_F(task_team_test, shepherds_are_the_chips) {
  EXPECT_THAT(shepherds_on({0, 2, 4, 6, 3}), ElementsAre(0, 1, 0, 1, 2));
  share_caches();
  EXPECT_THAT(shepherds_on({3, 0, 2, 6, 5}), ElementsAre(0, 1, 0, 0, 1));
}

TEST_F(task_team_test, members_stay_on_their_cpus) {
  process_on here(machine());
  task_team tested(2, {6, 1}, here);
  const platform::worker_team& threads = tested.at(0).executed().team().threads();
  EXPECT_EQ(threads.cpu(0), 6U);
  EXPECT_EQ(threads.cpu(1), 1U);
  task_team unbound(2, {}, here);
  EXPECT_FALSE(unbound.at(0).executed().team().threads().cpu(0).has_value());
}

TEST_F(task_team_test, says_which_schedulers_there_were) {
  static_cast<void>(scheduler_on({0, 1, 2, 3}));
  static_cast<void>(scheduler_on({}));
  static_cast<void>(scheduler_on({}));
  EXPECT_THAT(all_schedulers(),
              ::testing::AnyOf("shepherd_mts, shepherd_ws", "shepherd_ws, shepherd_mts"));
}

}  // namespace
}  // namespace nuthatch::openmp
