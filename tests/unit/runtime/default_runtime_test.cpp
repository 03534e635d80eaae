// SPDX-License-Identifier: Apache-2.0

// Calls every task function on threads that belong to no runtime.

#include <atomic>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "counted.hpp"

namespace nuthatch {
namespace {

using testing::counted;

void use_everything() {
  EXPECT_EQ(fork_join([] { return 1; }, [] { return 2; }), std::tuple(1, 2));
  EXPECT_EQ(fork_join(
                work_first, [] { return 1; }, [] { return 2; }, [] { return 3; }),
            std::tuple(1, 2, 3));

  std::atomic<int> sum = 0;
  {
    scope s;
    for (int i = 0; i < 20; ++i) {
      s.spawn([&sum, i, c = counted()] { sum += i; });
      s.spawn(work_first, [&sum](int n) { sum += n; }, i);
    }
    s.sync();
    EXPECT_EQ(sum, 380);
    s.spawn([&] { ++sum; });
  }
  EXPECT_EQ(sum, 381);
  {
    scope s;
    s.spawn([&] { async([&] { async([&] { ++sum; }); }); });
    s.sync();
    EXPECT_EQ(sum, 382);
  }

  sum = 0;
  finish([&] { async([&] { async([&] { ++sum; }); }); });
  EXPECT_EQ(sum, 1);

  future<int> four = launch([] { return 4; });
  EXPECT_EQ(four.get(), 4);

  std::vector<int> cells(100);
  parallel_for(cells.begin(), cells.end(), [](auto at) { *at = 1; }, grain{3});
  EXPECT_EQ(std::accumulate(cells.begin(), cells.end(), 0), 100);
  EXPECT_EQ(parallel_reduce(0, 100, 0, [](int i) { return i; }, std::plus<>()), 4950);
  poll();
}

void use_exceptions() {
  const auto fail = [] {
    throw std::runtime_error("expected");
  };
  EXPECT_THROW(fork_join(fail, [] {}), std::runtime_error);
  EXPECT_THROW(fork_join([] {}, fail), std::runtime_error);
  EXPECT_THROW(fork_join(fail, fail), task_errors);
  EXPECT_THROW(finish(fail), std::runtime_error);
  EXPECT_THROW(finish([&] { async(fail); }), std::runtime_error);
  EXPECT_THROW(launch(fail).get(), std::runtime_error);
  EXPECT_THROW(parallel_for(0, 10, [&](int) { fail(); }, grain{1}), std::runtime_error);
  scope s;
  s.spawn(fail);
  EXPECT_THROW(s.sync(), std::runtime_error);
  s.spawn(fail);
  s.spawn(fail);
  EXPECT_THROW(s.sync(), task_errors);
  s.spawn([&] { async(fail); });
  EXPECT_THROW(s.sync(), std::runtime_error);
}

TEST(default_runtime_test, serves_a_foreign_thread) {
  use_everything();
  use_exceptions();
  EXPECT_EQ(counted::live(), 0);
}

TEST(default_runtime_test, serves_several_threads_at_once) {
  std::vector<std::thread> foreign;
  for (int i = 0; i < 8; ++i) {
    foreign.emplace_back([] {
      for (int k = 0; k < 10; ++k) {
        use_everything();
        use_exceptions();
      }
    });
  }
  for (std::thread& each : foreign) {
    each.join();
  }
  EXPECT_EQ(counted::live(), 0);
}

TEST(default_runtime_test, is_one) {
  EXPECT_EQ(&runtime::default_instance(), &runtime::default_instance());
  EXPECT_GE(runtime::default_instance().workers(), 1U);
}

TEST(default_runtime_test, its_tasks_stay_in_it) {
  fork_join([] { EXPECT_EQ(runtime::default_instance().run([] { return 1; }), 1); },
            [] { EXPECT_NE(detail::this_worker(), nullptr); });
}

TEST(default_runtime_test, tasks_of_others_stay_there) {
  options wanted;
  wanted.workers = 1;
  runtime own(wanted);
  own.run([] {
    const auto* const here = detail::this_worker();
    scope s;
    s.spawn([&] { EXPECT_EQ(detail::this_worker(), here); });
    s.sync();
    launch([&] { EXPECT_EQ(detail::this_worker(), here); }).get();
  });
}

}  // namespace
}  // namespace nuthatch
