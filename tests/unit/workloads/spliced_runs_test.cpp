// SPDX-License-Identifier: Apache-2.0

// Every workload that can be spliced, in every mode and however it is cut, has the same bits as in
// a serial run.

#include <algorithm>
#include <concepts>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/splice.hpp>

#include "every_workload.hpp"
#include "workloads/spliced.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {
namespace {

std::vector<std::string> names_of_spliced() {
  std::vector<std::string> names;
  for (const workload& each : all()) {
    if (!each.modes.empty()) {
      names.push_back(each.name);
    }
  }
  return names;
}

class spliced_runs : public ::testing::TestWithParam<std::string> {
 protected:
  using settings = std::vector<std::string>;

  /// Applies those of the settings whose parameter the workload has.
  [[nodiscard]] std::unique_ptr<instance_with_splicing> prepare(const settings& wanted) const {
    settings known;
    std::ranges::copy_if(wanted, std::back_inserter(known), [this](const std::string& text) {
      const std::string name = text.substr(0, text.find('='));
      return std::ranges::find(chosen_.list, name, &parameter::name) != chosen_.list.end();
    });
    std::unique_ptr<instance> made =
        chosen_.prepare(parameters(chosen_.name, chosen_.list, problem_size::small, known));
    auto* const spliced = dynamic_cast<instance_with_splicing*>(made.get());
    if (spliced != nullptr) {
      static_cast<void>(made.release());  // NOLINT(*-unused-return-value): it is `spliced`
    }
    return std::unique_ptr<instance_with_splicing>(spliced);
  }

  /// Checks all modes.
  void expect_right(const settings& wanted, const splice_options& options = {}) const {
    expect_right(wanted, [&options](instance_with_splicing& problem, splice_mode mode) {
      problem.run_spliced(mode, options);
    });
  }

  template <class Run>
    requires std::invocable<Run, instance_with_splicing&, splice_mode>
  void expect_right(const settings& wanted, const Run& run) const {
    const std::unique_ptr<instance_with_splicing> problem = prepare(wanted);
    ASSERT_NE(problem, nullptr);
    for (const splice_mode mode : chosen_.modes) {
      SCOPED_TRACE(to_string(mode));
      problem->reset();
      run(*problem, mode);
      EXPECT_EQ(problem->verify(), "");
    }
  }

  const workload& chosen_ = *find(GetParam());
};

TEST_P(spliced_runs, has_the_modes_that_all_have) {
  for (const splice_mode mode : {splice_mode::off, splice_mode::on, splice_mode::order}) {
    EXPECT_NE(std::ranges::find(chosen_.modes, mode), chosen_.modes.end()) << to_string(mode);
  }
}

TEST_P(spliced_runs, count_what_splicing_does) {
  const std::unique_ptr<instance_with_splicing> problem = prepare({});
  ASSERT_NE(problem, nullptr);
  for (const splice_mode mode : chosen_.modes) {
    problem->reset();
    const splice_counts counts = problem->run_spliced(mode, {});
    EXPECT_EQ(counts.switches > 0, mode == splice_mode::on) << to_string(mode);
    EXPECT_EQ(counts.steps > 0, mode == splice_mode::on) << to_string(mode);
  }
}

// In the following tests, each setting applies to the workloads that have such a parameter.

TEST_P(spliced_runs, are_right_with_groups_leaves_and_slices_of_all_sizes) {
  for (const char* group : {"group=1", "group=2", "group=7", "group=1024"}) {
    for (const char* size : {"1", "2", "13", "9999", "0"}) {
      for (const char* slice : {"slice=1", "slice=5", "slice=9999"}) {
        const std::string leaf(size);
        SCOPED_TRACE(::testing::Message() << group << " leaf " << leaf << " " << slice);
        expect_right({group,
                      slice,
                      "leaf=" + leaf,
                      "leaf-planes=" + leaf,
                      "leaf-rows=" + leaf,
                      "leaf-columns=" + (leaf == "1" ? "5" : leaf),
                      "n=61",
                      "planes=5",
                      "rows=7",
                      "columns=11",
                      "steps=9"});
      }
    }
  }
}

TEST_P(spliced_runs, are_right_with_tiles_of_all_sizes) {
  for (const char* depth : {"tile-depth=1", "tile-depth=4", "tile-depth=9999"}) {
    for (const char* size : {"1", "6", "9999", "0"}) {
      const std::string tile(size);
      SCOPED_TRACE(::testing::Message() << depth << " tile " << tile);
      expect_right({depth,
                    "tile=" + tile,
                    "tile-planes=" + tile,
                    "tile-rows=" + tile,
                    "tile-columns=" + tile,
                    "n=61",
                    "planes=5",
                    "rows=13",
                    "columns=17",
                    "steps=9"});
    }
  }
}

TEST_P(spliced_runs, are_right_at_odd_and_least_sizes) {
  expect_right({"n=2", "planes=1", "rows=2", "columns=2", "steps=1"});
  expect_right({"n=3", "planes=2", "rows=2", "columns=9", "steps=5"});
  expect_right({"n=997", "planes=3", "rows=31", "columns=2", "steps=23"});
  expect_right({"n=1009", "planes=11", "rows=2", "columns=67", "steps=17"});
}

TEST_P(spliced_runs, are_right_where_steps_are_delayed_or_may_not_be) {
  expect_right({}, {.delayed_bytes = 1});
  expect_right({}, {.delayed_bytes = 4096});
  expect_right({}, {.check_locality = false});
  expect_right({"steps=9"}, {.delay_all = true});
}

TEST_P(spliced_runs, are_right_on_several_workers) {
  for (const unsigned workers : {2U, 3U, 8U}) {
    SCOPED_TRACE(workers);
    runtime team(options{.workers = workers});
    const auto on_team = [&team](instance_with_splicing& problem, splice_mode mode) {
      team.run([&] { problem.run_spliced(mode, {}); });
    };
    expect_right({}, on_team);
    expect_right({"leaf=100", "leaf-rows=9", "leaf-columns=0", "group=5"}, on_team);
  }
}

TEST_P(spliced_runs, compute_nothing_with_empty_kernels) {
  const std::unique_ptr<instance_with_splicing> problem = prepare({"kernel=empty"});
  const std::unique_ptr<instance_with_splicing> same = prepare({});
  ASSERT_NE(problem, nullptr);
  for (const splice_mode mode : chosen_.modes) {
    problem->reset();
    same->reset();
    EXPECT_EQ(problem->run_spliced(mode, {}).switches, same->run_spliced(mode, {}).switches);
    EXPECT_EQ(problem->verify(), "");
    EXPECT_EQ(problem->answer(), "none, with kernel=empty");
    EXPECT_NE(same->answer(), problem->answer());
  }
}

INSTANTIATE_TEST_SUITE_P(workloads,
                         spliced_runs,
                         ::testing::ValuesIn(names_of_spliced()),
                         test_name);

TEST(workloads_that_splice, are_those_that_say_so) {
  EXPECT_FALSE(names_of_spliced().empty());
  const workload& fib = *find("fib");
  EXPECT_TRUE(fib.modes.empty());
  EXPECT_EQ(dynamic_cast<instance_with_splicing*>(
                fib.prepare(parameters(fib.name, fib.list, problem_size::small)).get()),
            nullptr);
}

}  // namespace
}  // namespace nuthatch::workloads
