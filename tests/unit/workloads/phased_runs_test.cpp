// SPDX-License-Identifier: Apache-2.0

// Runs every workload by its phases. The answer is right under every use, policy and number of
// workers. For workloads with phases, the tests also check what the phases do.

#include <array>
#include <cstddef>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "every_workload.hpp"
#include "schedule/prune.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {
namespace {

// phase_use::plain is an ordinary run, which runs_test checks.
constexpr std::array uses{phase_use::persistent, phase_use::designated};

/// The numbers of workers and the policies; if tests are shortened, one of each.
struct settings {
  std::vector<unsigned> workers{1, 2, 3, 8};
  std::vector<spawn_policy> policies{
      spawn_policy::adaptive, spawn_policy::work_first, spawn_policy::help_first};

  settings() {
    if (nuthatch::testing::rounds(4) < 4) {
      workers = {3};
      policies = {spawn_policy::adaptive};
    }
  }
};

/// Runs the problem once on that runtime, and checks the answer.
void run_rightly(instance& problem, runtime& team, spawn_policy policy, phases& by) {
  problem.reset();
  by.begin_program();
  team.run([&] { problem.run_phases(policy, by); });
  EXPECT_EQ(problem.verify(), "");
}

class every_phased_workload : public every_workload {};

TEST_P(every_phased_workload, gives_the_serial_answer_under_every_use_and_policy) {
  const std::unique_ptr<instance> problem = prepare();
  problem->reset();
  problem->run_serial();
  const std::string answer = problem->answer();
  const settings all_settings;
  for (const unsigned workers : all_settings.workers) {
    options wanted;
    wanted.workers = workers;
    runtime team(wanted);
    for (const spawn_policy policy : all_settings.policies) {
      for (const phase_use use : uses) {
        SCOPED_TRACE(::testing::Message()
                     << workers << " workers, policy " << static_cast<int>(policy) << ", use "
                     << static_cast<int>(use));
        phases by(use);
        for (int run = 0; run < 2; ++run) {
          run_rightly(*problem, team, policy, by);
          EXPECT_EQ(problem->answer(), answer);
        }
        EXPECT_GT(by.sums().steps, 0U);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(workloads,
                         every_phased_workload,
                         ::testing::ValuesIn(names_of_all()),
                         test_name);

/// A workload with one parameter set.
std::unique_ptr<instance> prepare(const std::string& name, const std::string& setting) {
  const workload& chosen = *find(name);
  const std::vector<std::string> overrides{setting};
  return chosen.prepare(parameters(chosen.name, chosen.list, problem_size::small, overrides));
}

using choice = std::tuple<std::string, std::string>;

class phased_splitting : public ::testing::TestWithParam<choice> {};

TEST_P(phased_splitting, does_not_change_the_answer) {
  const auto& [name, setting] = GetParam();
  const std::unique_ptr<instance> problem = prepare(name, setting);
  runtime team(options{.workers = 3});
  for (const phase_use use : uses) {
    for (const spawn_policy policy : {spawn_policy::work_first, spawn_policy::help_first}) {
      SCOPED_TRACE(::testing::Message()
                   << "policy " << static_cast<int>(policy) << ", use " << static_cast<int>(use));
      phases by(use);
      const int runs = name == "cg" ? 1 : 2;  // a phase of cg runs hundreds of times in each run
      for (int run = 0; run < runs; ++run) {
        run_rightly(*problem, team, policy, by);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(workloads,
                         phased_splitting,
                         ::testing::Values(choice("fib", "n=0"),
                                           choice("fib", "n=2"),
                                           choice("fib", "cutoff=10"),
                                           choice("fib", "cutoff=90"),
                                           choice("heat", "block=0"),
                                           choice("heat", "block=1000"),
                                           choice("heat", "rows=3"),
                                           choice("heat", "block-columns=7"),
                                           choice("fdtd", "block-rows=1"),
                                           choice("fdtd", "block-columns=100000"),
                                           choice("floyd-warshall", "n=2"),
                                           choice("floyd-warshall", "block-columns=3"),
                                           choice("cg", "tasks=100"),
                                           choice("cg", "loops=each"),
                                           choice("mg", "planes=1"),
                                           choice("mg", "planes=256"),
                                           choice("mg", "loops=each"),
                                           choice("mg", "scheme=finest"),
                                           choice("scan", "n=1"),
                                           choice("scan", "n=17"),
                                           choice("scan", "blocks=1000")));

constexpr unsigned machine = 8;

/// The workloads of the paper, and mg twice.
class iterative : public ::testing::TestWithParam<choice> {
 protected:
  std::unique_ptr<instance> problem_ = prepare(std::get<0>(GetParam()), std::get<1>(GetParam()));
  virtual_runtime pretended_{options{.workers = machine}};
};

// A phase may also steal, if there is little to do at a time.
TEST_P(iterative, persistent_phases_come_to_follow_schedules) {
  phases by(phase_use::persistent);
  bool all_found = false;
  for (int run = 0; run < 20 && !all_found; ++run) {
    run_rightly(*problem_, *pretended_, spawn_policy::adaptive, by);
    const std::array<std::size_t, 5> stages = by.stages();
    EXPECT_EQ(std::accumulate(stages.begin(), stages.end(), std::size_t{0}),
              problem_->phase_count());
    all_found = stages[3] + stages[4] == problem_->phase_count();
  }
  EXPECT_TRUE(all_found);
}

// Phase 0 of mg is the finest grid. The coarse grids have fewer tasks than there are workers.
TEST_P(iterative, designated_phases_use_all_workers_and_are_followed) {
  for (const spawn_policy policy : {spawn_policy::work_first, spawn_policy::help_first}) {
    phases by(phase_use::designated);
    run_rightly(*problem_, *pretended_, policy, by);
    EXPECT_EQ(by.held(0).workers(), machine);
    EXPECT_GE(by.held(0).steps(), std::size_t{machine});
    const schedule_sums first = by.sums();
    run_rightly(*problem_, *pretended_, policy, by);
    EXPECT_EQ(by.sums().steps, first.steps);
    EXPECT_EQ(by.sums().mismatches, 0U) << by.sums().first_mismatch;
    std::size_t steals = 0;
    for (std::size_t phase = 0; phase < problem_->phase_count(); ++phase) {
      steals += schedules::steals_in(*by.held(phase).tree());
    }
    EXPECT_GE(by.sums().donations, steals);
    if (std::get<1>(GetParam()) != "scheme=finest") {
      EXPECT_EQ(by.sums().missing_steps, 0U);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(workloads,
                         iterative,
                         ::testing::Values(choice("heat", "block=8"),
                                           choice("heat", "block-columns=64"),
                                           choice("fdtd", "steps=20"),
                                           choice("floyd-warshall", "n=100"),
                                           choice("cg", "class=S"),
                                           choice("mg", "scheme=levels"),
                                           choice("mg", "scheme=finest"),
                                           choice("scan", "blocks=16"),
                                           choice("fib", "cutoff=10")));

}  // namespace
}  // namespace nuthatch::workloads
