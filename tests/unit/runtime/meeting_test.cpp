// SPDX-License-Identifier: Apache-2.0

// Callables that wait for each other. There are as many as workers, so each worker has to get one
// at once. Except for asyncs, the callables never poll, so a request that is not served at first is
// lost.

#include <atomic>
#include <chrono>
#include <cstddef>
#include <thread>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::rounds;
using testing::runtime_test;

/// A meeting of `expected` callables: each waits until all of them run, or gives up after a while.
class meeting {
 public:
  explicit meeting(unsigned expected) : expected_(expected) {}

  void attend() {
    attend_and([] {});
  }

  template <class Else>
  void attend_and(Else otherwise) {
    ++here_;
    const auto deadline = std::chrono::steady_clock::now() + patience;
    while (here_ < expected_ && !given_up_) {
      otherwise();
      std::this_thread::yield();
      if (std::chrono::steady_clock::now() > deadline) {
        given_up_ = true;
      }
    }
  }

  [[nodiscard]] bool took_place() const { return !given_up_; }

 private:
  // This is longer than a thread waits for a CPU on a loaded machine.
  static constexpr std::chrono::seconds patience{20};

  const unsigned expected_;
  std::atomic<unsigned> here_ = 0;
  std::atomic<bool> given_up_ = false;
};

template <class Policy>
bool meet_in_fork(Policy policy) {
  meeting both(2);
  fork_join(policy, [&] { both.attend(); }, [&] { both.attend(); });
  return both.took_place();
}

template <class Policy>
bool meet_in_loop(Policy policy, unsigned workers) {
  meeting all(workers);
  parallel_for(policy, 0U, workers, [&](unsigned) { all.attend(); }, grain{1});
  return all.took_place();
}

template <class Policy>
bool meet_in_scope(Policy policy, unsigned workers) {
  meeting all(workers);
  scope s;
  for (unsigned i = 0; i < workers; ++i) {
    s.spawn(policy, [&] { all.attend(); });
  }
  s.sync();
  return all.took_place();
}

template <class Policy>
bool meet_in_finish(Policy policy, unsigned workers) {
  meeting all(workers);
  finish([&] {
    for (unsigned i = 0; i < workers; ++i) {
      async(policy, [&] { all.attend_and(poll); });
    }
  });
  return all.took_place();
}

template <class Policy>
void do_little(Policy policy) {
  parallel_for(policy, 0, 4, [](int) {}, grain{1});
}

class meeting_test : public runtime_test {
 protected:
  /// Calls body(policy) in the first task of many runtimes. It returns whether all callables met.
  template <class Body>
  void in_fresh_runtimes(Body body) {
    for (std::size_t i = 0; i < rounds(25) && !HasFailure(); ++i) {
      on_each_policy([&](runtime& r, auto policy) {
        if (!HasFailure()) {
          EXPECT_TRUE(r.run([&] { return body(policy); })) << "round " << i;
        }
      });
    }
  }
};

TEST_P(meeting_test, callables_of_a_first_fork_join) {
  in_fresh_runtimes([](auto policy) { return meet_in_fork(policy); });
}

TEST_P(meeting_test, iterations_of_a_first_loop) {
  in_fresh_runtimes([this](auto policy) { return meet_in_loop(policy, workers()); });
}

TEST_P(meeting_test, children_of_a_first_scope) {
  in_fresh_runtimes([this](auto policy) { return meet_in_scope(policy, workers()); });
}

// The few tasks that were spawned before have called the other workers, which have not come yet.
TEST_P(meeting_test, iterations_after_tiny_ones) {
  in_fresh_runtimes([this](auto policy) {
    do_little(policy);
    return meet_in_loop(policy, workers());
  });
}

TEST_P(meeting_test, iterations_of_calls_one_after_the_other) {
  on_each_policy([this](runtime& r, auto policy) {
    for (std::size_t i = 0; i < rounds(100) && !HasFailure(); ++i) {
      r.run([&] { do_little(policy); });
      EXPECT_TRUE(r.run([&] { return meet_in_loop(policy, workers()); })) << "call " << i;
    }
  });
}

// Some asyncs go to a queue together, and return together to the task that waits for all of them.
TEST_P(meeting_test, asyncs_that_poll) {
  on_each_policy([this](runtime& r, auto policy) {
    for (std::size_t i = 0; i < rounds(500) && !HasFailure(); ++i) {
      EXPECT_TRUE(r.run([&] { return meet_in_finish(policy, workers()); })) << "call " << i;
    }
  });
}

TEST_P(meeting_test, iterations_after_a_long_sleep) {
  on_each_policy([this](runtime& r, auto policy) {
    for (std::size_t i = 0; i < rounds(10) && !HasFailure(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      EXPECT_TRUE(r.run([&] { return meet_in_loop(policy, workers()); })) << "call " << i;
    }
  });
}

NUTHATCH_ON_EVERY_SCHEDULER_BUT_THE_EXAMPLE(meeting_test, {2, 3, 8});

}  // namespace
}  // namespace nuthatch
