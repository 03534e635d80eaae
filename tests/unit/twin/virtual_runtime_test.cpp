// SPDX-License-Identifier: Apache-2.0

// The production code of core and schedulers, unchanged, on virtual workers.

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "runtime/runtime_on.hpp"
#include "runtime_test.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch {
namespace {

/// The values that have to be the same for the same seed.
struct record {
  std::uint64_t virtual_ns;
  std::uint64_t events;
  nuthatch::statistics counted;

  friend bool operator==(const record& a, const record& b) {
    return a.virtual_ns == b.virtual_ns && a.events == b.events &&
           a.counted.published == b.counted.published && a.counted.steals == b.counted.steals &&
           a.counted.failed_steals == b.counted.failed_steals &&
           a.counted.suspensions == b.counted.suspensions &&
           a.counted.taken_back == b.counted.taken_back && a.counted.sleeps == b.counted.sleeps &&
           a.counted.wakes == b.counted.wakes && a.counted.stacks_peak == b.counted.stacks_peak &&
           a.counted.fresh_peak == b.counted.fresh_peak;
  }
};

class virtual_runtime_test : public ::testing::TestWithParam<testing::setting> {
 protected:
  /// Runs body(runtime&) on virtual workers.
  template <class Body>
  record on_virtual_workers(std::uint64_t seed, Body body) {
    twin::virtual_platform on(twin::machine_model::flat(GetParam().workers), {}, seed);
    options wanted;
    testing::apply(GetParam(), wanted);
    wanted.seed = seed;
    const std::unique_ptr<runtime> r = runtime_on(on, wanted);
    body(*r);
    return {on.now_ns(), on.team().events(), r->statistics()};
  }
};

template <class Policy>
int fib(Policy policy, int n) {
  if (n < 2) {
    return n;
  }
  charge_work(10);
  const auto [first, second] =
      fork_join(policy, [=] { return fib(policy, n - 1); }, [=] { return fib(policy, n - 2); });
  return first + second;
}

/// A program with every kind of spawn and join.
template <class Policy>
void do_everything(Policy policy) {
  EXPECT_EQ(fib(policy, 15), 610);
  int asyncs = 0;
  finish([&] {
    for (int i = 0; i < 20; ++i) {
      async(policy, [&asyncs] {
        charge_work(300);
        ++asyncs;  // not atomic, because one thread runs all workers
      });
    }
  });
  EXPECT_EQ(asyncs, 20);
  future<int> later = launch([policy] { return fib(policy, 8); });
  scope s;
  std::vector<int> squares(100);
  for (int i = 0; i < 100; ++i) {
    s.spawn(policy, [&squares, i] {
      charge_work(200);
      squares[static_cast<std::size_t>(i)] = i * i;
    });
  }
  s.sync();
  EXPECT_EQ(squares[99], 99 * 99);
  EXPECT_EQ(later.get(), 21);
  EXPECT_THROW(fork_join(
                   policy,
                   [&] {
                     static_cast<void>(fib(policy, 5));
                     throw std::runtime_error("one");
                   },
                   [&] { static_cast<void>(fib(policy, 10)); }),
               std::runtime_error);
}

TEST_P(virtual_runtime_test, runs_everything) {
  on_virtual_workers(testing::seed(), [](runtime& r) {
    r.run([] { do_everything(work_first); });
    r.run([] { do_everything(help_first); });
    r.run([] { do_everything(adaptive); });
  });
}

TEST_P(virtual_runtime_test, the_same_seed_gives_the_same_run) {
  const auto body = [](runtime& r) {
    r.run([] { do_everything(adaptive); });
    r.run([] { do_everything(work_first); });
  };
  const record first = on_virtual_workers(11, body);
  const record second = on_virtual_workers(11, body);
  EXPECT_EQ(first, second);
  if (GetParam().workers >= 8 && testing::keeps_spawns(GetParam()) &&
      GetParam().scheduler != "shared_queue") {  // these draw no random numbers
    EXPECT_NE(first, on_virtual_workers(12, body)) << "seeds make no difference";
  }
}

TEST_P(virtual_runtime_test, more_workers_take_less_virtual_time) {
  const record taken = on_virtual_workers(
      5, [](runtime& r) { r.run([] { EXPECT_EQ(fib(help_first, 20), 6765); }); });
  constexpr std::uint64_t work_ns = std::uint64_t{10'945} * (10 + 2);  // charged work, and a spawn
  EXPECT_GE(taken.virtual_ns, work_ns / GetParam().workers);
  if (!testing::keeps_spawns(GetParam())) {
    return;  // putting each spawn into a queue takes longer than these tasks
  }
  // A steal of `channel` takes a request, the victim's next spawn, and an answer.
  const std::uint64_t search_ns = GetParam().scheduler == "channel" ? 60'000 : 20'000;
  EXPECT_LE(taken.virtual_ns, work_ns / GetParam().workers + search_ns)
      << "stealing takes too long";
}

TEST_P(virtual_runtime_test, a_task_can_wait_in_a_handler) {
  on_virtual_workers(testing::seed(), [](runtime& r) {
    r.run([] {
      fork_join(
          work_first,
          [] {
            try {
              throw std::runtime_error("mine");
            } catch (const std::runtime_error& mine) {
              EXPECT_EQ(fib(work_first, 10), 55);
              EXPECT_STREQ(mine.what(), "mine");
            }
          },
          [] { static_cast<void>(fib(work_first, 12)); });
    });
  });
}

TEST_P(virtual_runtime_test, work_is_charged_only_there) {
  EXPECT_FALSE(work_is_charged());
  on_virtual_workers(1, [](runtime& r) { r.run([] { EXPECT_TRUE(work_is_charged()); }); });
  runtime native;
  native.run([] {
    EXPECT_FALSE(work_is_charged());
    charge_work(1'000'000'000);
  });
}

INSTANTIATE_TEST_SUITE_P(every,
                         virtual_runtime_test,
                         ::testing::ValuesIn(testing::settings({1, 2, 3, 8, 64})),
                         testing::name_of);

TEST(virtual_and_native_test, tasks_that_would_wait_for_the_other_kind_are_told) {
  options one;
  one.workers = 1;
  runtime native(one);
  const virtual_runtime made(one, "");
  runtime& r = *made;
  native.run([&] { EXPECT_THROW(r.run([] {}), error); });
  r.run([&] { EXPECT_THROW(native.run([] {}), error); });
  future<void> there = r.run([] { return launch([] {}); });
  if (!there.ready()) {
    native.run([&] { EXPECT_THROW(there.wait(), error); });
  }
  r.run([&] { there.get(); });
}

}  // namespace
}  // namespace nuthatch
