// SPDX-License-Identifier: Apache-2.0

// Launched tasks that have not started when a task waits for them.

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "core/busy_workers.hpp"
#include "effort.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;

int chain(int length) {
  return length == 0 ? 0 : launch([length, c = counted()] { return chain(length - 1); }).get() + 1;
}

std::uint64_t fib(unsigned n) {
  if (n < 2) {
    return n;
  }
  future<std::uint64_t> a = launch(fib, n - 1);
  future<std::uint64_t> b = launch(fib, n - 2);
  return a.get() + b.get();  // first the older one, which is not the newest in its queue
}

class one_worker_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER_BUT_THE_EXAMPLE(one_worker_test, {1});

// Each task needs a few hundred bytes; under sanitizers some kilobytes.
TEST_P(one_worker_test, chain_takes_as_many_stacks_as_its_bytes_need) {
  on_runtime([](runtime& r) {
    EXPECT_EQ(r.run([] { return chain(10'000); }), 10'000);
    EXPECT_LT(r.statistics().stacks_peak, 500U);
    EXPECT_LT(r.statistics().suspensions, 500U);
  });
}

TEST_P(one_worker_test, who_waits_runs_it) {
  on_runtime([](runtime& r) {
    int ran = 0;
    r.run([&ran] {
      launch([&ran] { ++ran; }).get();
      launch([&ran] { ++ran; }).wait();
      static_cast<void>(launch([&ran] { ++ran; }));  // the destructor waits
    });
    EXPECT_EQ(ran, 3);
    EXPECT_EQ(r.statistics().suspensions, 0U);
  });
}

TEST_P(one_worker_test, tasks_do_not_stay_stale_for_long) {
  on_runtime([](runtime& r) {
    EXPECT_EQ(r.run([] { return fib(16); }), 987U);
    EXPECT_LT(r.statistics().fresh_peak, 500U);
  });
}

// Each task is waited for while newer tasks are in front of it. The worker visits its queue only
// when the task is suspended.
TEST_P(one_worker_test, there_are_not_too_many_stale_tasks) {
  on_runtime([](runtime& r) {
    constexpr std::size_t launches = 100'000;
    r.run([] {
      std::array<future<std::size_t>, 8> some;
      for (std::size_t i = 0; i < launches; ++i) {
        some[i % some.size()] = launch([i] { return i; });
      }
    });
    EXPECT_LT(r.statistics().fresh_peak, launches / 3);
  });
}

// The last tasks may still be in a queue at the end. AddressSanitizer detects what they leave
// behind.
TEST_P(one_worker_test, stale_tasks_end_with_the_runtime) {
  for (std::size_t round = 0; round < testing::rounds(100); ++round) {
    on_runtime([](runtime& r) {
      r.run([] {
        const std::array<std::byte, 4096> large{};
        std::vector<future<counted>> all;
        for (int i = 0; i < 10; ++i) {
          all.push_back(launch([i] { return counted(i); }));
          all.push_back(launch([i, large] { return counted(i + static_cast<int>(large[0])); }));
        }
        for (int i = 0; future<counted> & each : all) {
          EXPECT_EQ(each.get().value(), i++ / 2);
        }
      });
    });
  }
}

TEST_P(one_worker_test, endless_chain_is_refused) {
  configuration().max_stacks = 16;
  on_runtime([](runtime& r) {
    for (int round = 0; round < 3; ++round) {
      EXPECT_THROW(r.run([] { return chain(10'000'000); }), stack_limit_error);
      EXPECT_EQ(r.run([] { return chain(100); }), 100);
    }
  });
}

class launched_in_place_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(launched_in_place_test);

TEST_P(launched_in_place_test, each_runs_once_whoever_comes_first) {
  on_runtime([](runtime& r) {
    const auto rounds = static_cast<int>(testing::rounds(5'000));
    std::atomic<int> ran = 0;
    r.run([&] {
      for (int i = 0; i < rounds; ++i) {
        const future<counted> a = launch([&ran] { return counted(++ran); });
        future<counted> b = launch([&ran, c = counted()] { return counted(++ran); });
        const future<void> other = launch([&a] { a.wait(); });
        a.wait();
        EXPECT_TRUE(a.ready());
        b.get();
      }
    });
    EXPECT_EQ(ran, 2 * rounds);
  });
}

TEST_P(launched_in_place_test, chain_is_right) {
  on_runtime([](runtime& r) {
    EXPECT_EQ(r.run([] { return chain(3'000); }), 3'000);
    EXPECT_EQ(r.run([] { return fib(12); }), 144U);
  });
}

TEST_P(launched_in_place_test, exceptions_of_who_waits_are_not_seen) {
  on_runtime([](runtime& r) {
    r.run([] {
      const auto look = [] {
        EXPECT_EQ(std::current_exception(), nullptr);
        EXPECT_EQ(std::uncaught_exceptions(), 0);
        fork_join(work_first, [] { poll(); }, [] { poll(); });
      };
      struct waits {
        decltype(look) const* body;

        ~waits() { launch(*body).get(); }
      };
      try {
        const waits while_unwinding{&look};
        throw std::runtime_error("mine");
      } catch (const std::runtime_error&) {
        launch(look).get();
        EXPECT_THROW(throw, std::runtime_error);
      }
    });
  });
}

/// Spawns an async in its destructor.
class spawns_when_destroyed {
 public:
  explicit spawns_when_destroyed(std::atomic<bool>& ended) noexcept : ended_(&ended) {}

  spawns_when_destroyed(spawns_when_destroyed&& other) noexcept
      : ended_(std::exchange(other.ended_, nullptr)) {}

  spawns_when_destroyed(const spawns_when_destroyed&) = delete;
  spawns_when_destroyed& operator=(const spawns_when_destroyed&) = delete;
  spawns_when_destroyed& operator=(spawns_when_destroyed&&) = delete;

  ~spawns_when_destroyed() noexcept(false) {
    if (ended_ != nullptr) {
      async([ended = ended_] {
        testing::give_way();
        *ended = true;
      });
    }
  }

 private:
  std::atomic<bool>* ended_;
};

// What a closure spawns in its destructor is part of its task, and of no finish of the waiting
// task.
TEST_P(launched_in_place_test, finish_of_who_waits_is_not_seen) {
  on_runtime([](runtime& r) {
    for (std::size_t round = 0; round < testing::rounds(200); ++round) {
      r.run([] {
        finish([] {
          std::atomic<bool> ended = false;
          launch([last = spawns_when_destroyed(ended)] {}).get();
          EXPECT_TRUE(ended);
        });
      });
    }
  });
}

// Children that were spawned before, and are published meanwhile, run under the finish around their
// scope.
TEST_P(launched_in_place_test, who_waits_keeps_its_finish) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> ran = 0;
      finish([&] {
        scope children;
        for (int i = 0; i < 20; ++i) {
          children.spawn(help_first, [&] { async([&] { ++ran; }); });
        }
        launch([] { testing::give_way(); }).get();
        async([&] { ++ran; });
        children.sync();
      });
      EXPECT_EQ(ran, 21);
    });
  });
}

TEST_P(launched_in_place_test, blocks_of_who_waits_are_not_seen) {
  on_runtime([](runtime& r) {
    r.run([] {
      int mine = 0;
      int other = 0;
      isolated(on(mine), [&] {
        launch([&] { isolated(on(other), [&] { ++other; }); }).get();
        isolated(on(mine), [&] { ++mine; });
        EXPECT_THROW(isolated(on(other), [] {}), error);
      });
      isolated(on(mine, other), [&] { EXPECT_EQ(mine + other, 2); });
    });
  });
}

}  // namespace
}  // namespace nuthatch
