// SPDX-License-Identifier: Apache-2.0

// Schedules that programs designate.

#include <cstddef>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "runtime_test.hpp"

namespace nuthatch::schedules {
namespace {

class designate_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(designate_test);

/// Records which worker ran each element.
class divided {
 public:
  explicit divided(std::size_t count) : workers_(count) {}

  template <class Policy>
  void run(Policy policy) {
    run(policy, 0, workers_.size());
  }

  [[nodiscard]] std::size_t misplaced() const {
    std::size_t count = 0;
    for (std::size_t i = 0; i < workers_.size(); ++i) {
      count += workers_[i] == worker_of(i, workers_.size()) ? 0 : 1;
    }
    return count;
  }

  [[nodiscard]] const std::vector<unsigned>& workers() const { return workers_; }

 private:
  template <class Policy>
  void run(Policy policy, std::size_t first, std::size_t last) {
    if (last - first == 1) {
      workers_[first] = worker_index().value();
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    designate_after_next_spawn(worker_of(middle, workers_.size()));
    fork_join(
        policy,
        [&, policy] { run(policy, first, middle); },
        [&, policy] { run(policy, middle, last); });
  }

  std::vector<unsigned> workers_;
};

TEST_P(designate_test, divides_evenly_and_is_replayed) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([policy] {
      for (const std::size_t count : {std::size_t{1}, std::size_t{5}, std::size_t{100}}) {
        divided first(count);
        const schedule made = designated([&] { first.run(policy); });
        EXPECT_EQ(first.misplaced(), 0U);
        EXPECT_GE(made.steps(), std::min<std::size_t>(count, nuthatch::workers()));
        for (const replay_mode mode :
             {replay_mode::strict_ordered, replay_mode::strict_unordered}) {
          divided again(count);
          const replay_result done = replay(made, mode, [&] { again.run(policy); });
          EXPECT_EQ(again.misplaced(), 0U);
          EXPECT_EQ(done.mismatches + done.missing_steps, 0U) << done.first_mismatch;
        }
      }
    });
  });
}

TEST_P(designate_test, workers_have_equal_parts) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (const std::size_t count : {std::size_t{1}, std::size_t{7}, std::size_t{64}}) {
        std::vector<std::size_t> of(nuthatch::workers());
        for (std::size_t i = 0; i < count; ++i) {
          ++of.at(worker_of(i, count));
          EXPECT_LE(i == 0 ? 0 : worker_of(i - 1, count), worker_of(i, count));
        }
        for (const std::size_t each : of) {
          EXPECT_GE(each, count / nuthatch::workers());
          EXPECT_LE(each, count / nuthatch::workers() + 1);
        }
      }
      EXPECT_LT(worker_of(SIZE_MAX - 1, SIZE_MAX), nuthatch::workers());
    });
  });
}

TEST_P(designate_test, children_and_asyncs_go_alone) {
  on_runtime([](runtime& r) {
    const unsigned last = r.workers() - 1;
    std::vector<unsigned> ran(4, UINT_MAX);
    const auto note = [&ran](std::size_t i) {
      ran[i] = worker_index().value();
    };
    r.run([&] {
      static_cast<void>(designated([&] {
        scope children;
        children.spawn(help_first, [&] { note(0); });
        designate_after_next_spawn(last);
        children.spawn(help_first, [&] { note(1); });
        designate_after_next_spawn(last);
        async(help_first, [&] { note(2); });
        children.sync();
        note(3);
      }));
    });
    EXPECT_EQ(ran, (std::vector<unsigned>{0, last, last, 0}));
  });
}

// The example of the paper: three children and the continuation of each.
TEST_P(designate_test, what_follows_each_spawn_goes_where_it_says) {
  on_runtime([](runtime& r) {
    const unsigned all = r.workers();
    std::vector<unsigned> ran(4, UINT_MAX);
    r.run([&] {
      static_cast<void>(designated([&] {
        scope children;
        for (unsigned i = 0; i < 3; ++i) {
          designate_after_next_spawn((i + 1) % all);
          children.spawn(work_first, [&ran, i] { ran[i] = worker_index().value(); });
          ran[i + 1] = worker_index().value();
        }
      }));
    });
    EXPECT_EQ(ran, (std::vector<unsigned>{0, 1 % all, 2 % all, 3 % all}));
  });
}

/// Returns the text of an error; empty if there is none.
template <class F>
std::string said_by(F&& f) {
  try {
    f();
  } catch (const error& e) {
    return e.what();
  }
  return {};
}

TEST_P(designate_test, refuses_what_is_inside_of_what_is_here) {
  on_each_policy([](runtime& r, auto policy) {
    if (r.workers() == 1) {
      return;
    }
    int ran = 0;
    const std::string said = said_by([&] {
      r.run([&] {
        static_cast<void>(designated([&] {
          fork_join(
              policy,
              [&] {
                designate_after_next_spawn(1);  // the outer remainder is on worker 0
                fork_join(policy, [&] { ++ran; }, [&] { ++ran; });
              },
              [&] { ++ran; });
        }));
      });
    });
    EXPECT_EQ(ran, 3);
    EXPECT_NE(said.find("designate_test.cpp:"), std::string::npos) << said;
    EXPECT_NE(said.find("cannot go to worker 1: what follows spawn 0 of task 1, 1 spawns further "
                        "out, is still on worker 0"),
              std::string::npos)
        << said;
  });
}

TEST_P(designate_test, refuses_what_no_spawn_follows) {
  on_runtime([](runtime& r) {
    if (r.workers() == 1) {
      return;
    }
    const auto said = [&r](auto f) {
      return said_by([&] { r.run([&] { static_cast<void>(designated(f)); }); });
    };
    EXPECT_NE(said([] { designate_after_next_spawn(1); }).find("no spawn of the same task"),
              std::string::npos);
    EXPECT_EQ(said([] { fork_join([] { static_cast<void>(worker_index()); }, [] {}); }), "");
  });
}

TEST_P(designate_test, refuses_workers_that_there_are_not) {
  on_runtime([](runtime& r) {
    const std::string said = said_by([&] {
      r.run([] { static_cast<void>(designated([] { designate_after_next_spawn(99); })); });
    });
    EXPECT_NE(said.find("there is no worker 99; the runtime has "), std::string::npos) << said;
    r.run([] { designate_after_next_spawn(99); });  // outside of designated()
  });
}

TEST(designate_test_foreign, does_nothing_outside_of_tasks) {
  designate_after_next_spawn(99);
  EXPECT_FALSE(worker_index().has_value());
  EXPECT_GE(workers(), 1U);
}

}  // namespace
}  // namespace nuthatch::schedules
