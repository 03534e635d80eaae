// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "counted.hpp"
#include "effort.hpp"
#include "fiber/stack_pool.hpp"
#include "runtime/runtime_on.hpp"
#include "seed.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch::testing {

struct setting {
  std::string scheduler;
  unsigned workers;
  unsigned private_tasks = 0;  ///< options::shepherd_private_tasks
};

/// Applies a setting to the options.
inline void apply(const setting& chosen, options& to) {
  to.scheduler = chosen.scheduler;
  to.workers = chosen.workers;
  to.shepherd_private_tasks = chosen.private_tasks;
}

inline std::ostream& operator<<(std::ostream& out, const setting& s) {
  out << s.scheduler << " with " << s.workers << " workers";
  return s.private_tasks == 0 ? out : out << " that keep " << s.private_tasks;
}

/// Returns those numbers of workers that are worthwhile at the present effort: with a sanitizer or
/// an emulator only the second and the largest, or only the second.
inline std::vector<unsigned> worth_while(const std::vector<unsigned>& workers) {
  constexpr std::size_t two_are_enough = 10;
  constexpr std::size_t one_is_enough = 3;
  const std::size_t effort = rounds(100);
  if (effort >= two_are_enough || workers.size() <= 2) {
    return workers;
  }
  return effort < one_is_enough ? std::vector<unsigned>{workers[1]}
                                : std::vector<unsigned>{workers[1], workers.back()};
}

/// Returns every scheduler with each of these numbers of workers, and the example with one of them.
/// Of the shepherds, only `shepherd_mts` (two queues, one of its settings with private tasks) and
/// `shepherd_cq` (one queue) are included; `shepherd_ws` adds nothing to these. Schedulers without
/// steals are in settings_without_steals(): there, a task that holds its worker until another task
/// has run may hold up that task.
inline std::vector<setting> settings(const std::vector<unsigned>& workers = {1, 2, 3, 8}) {
  const std::set<std::string> left_out{"shepherd_q", "shepherd_l", "shepherd_ws"};
  const std::set<std::string> seldom{"shepherd_cq", "shepherd_mts", "shared_queue"};
  std::vector<setting> all;
  for (const scheduler_info& scheduler : schedulers()) {
    if (left_out.contains(scheduler.name)) {
      continue;
    }
    for (const unsigned n : worth_while(workers)) {
      if (n == workers.back() || !seldom.contains(scheduler.name) ||
          (scheduler.name == "shepherd_mts" && n == 2)) {
        all.push_back({scheduler.name, n});
      }
    }
  }
  all.push_back({"shepherd_mts", workers.back(), 2});
  return all;
}

/// Returns settings() at full effort, for tests of what is built on the core alone. At less, every
/// scheduler has one of the numbers of workers, by turns; only work stealing has all.
inline std::vector<setting> settings_by_turns(const std::vector<unsigned>& workers = {1, 2, 3, 8}) {
  std::vector<setting> all = settings(workers);
  if (rounds(100) >= 100) {
    return all;
  }
  std::map<std::string, std::vector<setting>> by_scheduler;
  for (const setting& each : all) {
    by_scheduler[each.scheduler].push_back(each);
  }
  std::vector<setting> chosen = by_scheduler.extract("work_stealing").mapped();
  for (std::size_t turn = 0; const auto& [scheduler, some] : by_scheduler) {
    chosen.push_back(some[turn++ % some.size()]);
  }
  return chosen;
}

inline std::vector<setting> settings_without_steals(const std::vector<unsigned>& workers) {
  std::vector<setting> all;
  for (const unsigned n : worth_while(workers)) {
    all.push_back({"shepherd_q", n});
    all.push_back({"shepherd_l", n});
  }
  return all;
}

/// Returns settings() without the example, which takes nothing back and shares any number of
/// children, and without the settings whose workers keep their newest tasks.
inline std::vector<setting> settings_without_example(const std::vector<unsigned>& workers = {
                                                         1, 2, 3, 8}) {
  std::vector<setting> all = settings(workers);
  std::erase_if(all, [](const setting& each) {
    return each.scheduler == "shared_queue" || each.private_tasks != 0;
  });
  return all;
}

inline std::string name_of(const ::testing::TestParamInfo<setting>& info) {
  const setting& of = info.param;
  return of.scheduler + (of.private_tasks == 0 ? "_" : "_buffered_") + std::to_string(of.workers);
}

/// Returns the number of work items that workers got from others, by steals or from shared queues.
inline std::uint64_t got_from_others(const statistics& counted) noexcept {
  return counted.steals + counted.shared_takes;
}

/// Returns whether workers keep their spawns private until another worker requests work.
inline bool keeps_spawns(const setting& of) {
  const std::set<std::string> shepherds{
      "shepherd_q", "shepherd_l", "shepherd_cq", "shepherd_ws", "shepherd_mts"};
  return !shepherds.contains(of.scheduler);
}

/// Runs a body on a new runtime with the setting, and checks that nothing is left behind.
class runtime_test : public ::testing::TestWithParam<setting> {
 protected:
  /// Changes before the body is run apply to the runtimes that are created for it.
  options& configuration() noexcept { return options_; }

  /// Sets the depth of the body's chain of work-first spawns on one worker: its stacks stay in that
  /// worker's cache.
  void expect_depth(std::size_t spawns) noexcept { depth_ = spawns; }

  [[nodiscard]] unsigned workers() const { return GetParam().workers; }

  /// Calls body(runtime&) once.
  template <class Body>
  void on_runtime(Body body) {
    run_on("default policy", spawn_policy::adaptive, body);
  }

  /// Calls body(runtime&, policy_constant) for each policy; for `adaptive` once with each default.
  template <class Body>
  void on_each_policy(Body body) {
    run_on("adaptive", spawn_policy::adaptive, [&](runtime& r) { body(r, adaptive); });
    run_on("adaptive, by option work_first", spawn_policy::work_first, [&](runtime& r) {
      body(r, adaptive);
    });
    run_on("work_first", spawn_policy::adaptive, [&](runtime& r) { body(r, work_first); });
    run_on("help_first", spawn_policy::adaptive, [&](runtime& r) { body(r, help_first); });
  }

 private:
  template <class Body>
  void run_on(const char* variation, spawn_policy by_option, Body body) {
    const ::testing::ScopedTrace trace(__FILE__, __LINE__, variation);
    const int live_before = counted::live();
    const std::size_t lost_before = fiber::stacks_left_in_use();
    options wanted = options_;
    apply(GetParam(), wanted);
    if (wanted.scheduler == "shepherd_mts" && wanted.workers > 1) {
      wanted.shepherds = "2";  // the machine may have a single chip
    }
    wanted.policy = by_option;
    wanted.seed = seed();
    {
      const workplace where(wanted);
      runtime& fresh = *where.workers;
      body(fresh);
      // A worker caches up to twice 64 stacks of tasks that ended on it, eight stacks that it
      // fetched, and those of the un-stolen chain.
      EXPECT_LE(fresh.statistics().stacks_live, workers() * (192 + depth_)) << "stacks pile up";
    }
    EXPECT_EQ(fiber::stacks_left_in_use(), lost_before) << "a stack is not back";
    EXPECT_EQ(counted::live(), live_before) << "closures or results were not destroyed";
  }

  /// Threads, or virtual workers if NUTHATCH_TEST_VIRTUAL is set.
  struct workplace {
    std::unique_ptr<twin::virtual_platform> pretended;
    std::unique_ptr<runtime> workers;

    explicit workplace(const options& wanted) {
      if (std::getenv("NUTHATCH_TEST_VIRTUAL") == nullptr) {  // NOLINT(concurrency-mt-unsafe)
        workers = std::make_unique<runtime>(wanted);
        return;
      }
      pretended = std::make_unique<twin::virtual_platform>(
          twin::machine_model::flat(wanted.workers), twin::costs(), wanted.seed);
      workers = runtime_on(*pretended, wanted);
    }
  };

  options options_;
  std::size_t depth_ = 0;
};

}  // namespace nuthatch::testing

/// Instantiates a fixture derived from runtime_test for the given numbers of workers, by default
/// for all.
#define NUTHATCH_ON_EVERY_SCHEDULER(fixture, ...)                                           \
  INSTANTIATE_TEST_SUITE_P(every,                                                           \
                           fixture,                                                         \
                           ::testing::ValuesIn(::nuthatch::testing::settings(__VA_ARGS__)), \
                           ::nuthatch::testing::name_of)

/// Instantiates a fixture for settings_by_turns(): for tests whose subject does not depend on the
/// scheduler.
#define NUTHATCH_ON_SCHEDULERS_BY_TURNS(fixture, ...)                           \
  INSTANTIATE_TEST_SUITE_P(                                                     \
      every,                                                                    \
      fixture,                                                                  \
      ::testing::ValuesIn(::nuthatch::testing::settings_by_turns(__VA_ARGS__)), \
      ::nuthatch::testing::name_of)

/// The same for schedulers without steals.
#define NUTHATCH_WITHOUT_STEALS(fixture, ...)                                         \
  INSTANTIATE_TEST_SUITE_P(                                                           \
      without_steals,                                                                 \
      fixture,                                                                        \
      ::testing::ValuesIn(::nuthatch::testing::settings_without_steals(__VA_ARGS__)), \
      ::nuthatch::testing::name_of)

/// The same for schedulers that share each of few tasks, and take them back.
#define NUTHATCH_ON_EVERY_SCHEDULER_BUT_THE_EXAMPLE(fixture, ...)                      \
  INSTANTIATE_TEST_SUITE_P(                                                            \
      every,                                                                           \
      fixture,                                                                         \
      ::testing::ValuesIn(::nuthatch::testing::settings_without_example(__VA_ARGS__)), \
      ::nuthatch::testing::name_of)
