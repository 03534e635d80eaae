// SPDX-License-Identifier: Apache-2.0

// Places, with workers that are threads.

#include <atomic>
#include <cstdlib>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "platform/affinity.hpp"

namespace nuthatch {
namespace {

/// Places of that many workers each, which share the available CPUs.
std::string crowded(unsigned places, unsigned each) {
  const std::vector<unsigned> cpus = platform::get_affinity().members();
  std::string text;
  for (unsigned p = 0; p < places; ++p) {
    text += p == 0 ? "{" : ",{";
    for (unsigned w = 0; w < each; ++w) {
      text += (w == 0 ? "" : ",") + std::to_string(cpus[(p * each + w) % cpus.size()]);
    }
    text += "}";
  }
  return text;
}

class placed_threads_test : public ::testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] static options placed(const std::string& places, bool cross = false) {
    options wanted;
    wanted.scheduler = GetParam();
    wanted.places = places;
    wanted.cross_place_steals = cross;
    return wanted;
  }
};

TEST_P(placed_threads_test, workers_are_bound) {
  const std::vector<unsigned> cpus = platform::get_affinity().members();
  const unsigned last = cpus.back();
  runtime workers(placed("{" + std::to_string(cpus.front()) + "},{" + std::to_string(last) + "}"));
  workers.run([&] {
    async(at(place(1)),
          [last] { EXPECT_EQ(platform::get_affinity().members(), std::vector<unsigned>{last}); });
  });
}

/// Spawns down through the levels, each in another place, and checks that each task is still in its
/// own place after its child has ended.
void descend(int levels, std::atomic<int>& moved) {
  const place mine = here();
  if (levels == 0) {
    return;
  }
  finish([&] {
    for (unsigned step = 1; step <= 2; ++step) {
      async(at(place((mine.index() + step) % places())),
            [=, &moved] { descend(levels - 1, moved); });
    }
    async([=, &moved] { descend(levels - 1, moved); });
  });
  moved += here() == mine ? 0 : 1;
}

TEST_P(placed_threads_test, tasks_stay_in_their_places) {
  for (const auto& [places, each] : {std::pair{2U, 1U}, std::pair{3U, 3U}, std::pair{8U, 1U}}) {
    runtime workers(placed(crowded(places, each)));
    for (std::uint64_t round = 0; round < testing::rounds(20); ++round) {
      std::atomic<int> moved = 0;
      workers.run([&] { descend(6, moved); });
      EXPECT_EQ(moved, 0);
    }
  }
}

TEST_P(placed_threads_test, nothing_is_lost_where_thieves_cross) {
  runtime workers(placed(crowded(4, 2), /*cross=*/true));
  for (std::uint64_t round = 0; round < testing::rounds(20); ++round) {
    std::atomic<int> ran = 0;
    workers.run([&] {
      for (unsigned i = 0; i < 1'000; ++i) {
        async(at(place(i % places())), [&] {
          scope two;
          two.spawn([&] { ++ran; });
          two.spawn([&] { ++ran; });
        });
      }
    });
    EXPECT_EQ(ran, 2'000);
  }
}

TEST_P(placed_threads_test, a_task_that_waits_for_another_place_goes_on_in_its_own) {
  runtime workers(placed(crowded(2, 1)));
  for (std::uint64_t round = 0; round < testing::rounds(200); ++round) {
    workers.run([] {
      finish([] {
        async(at(place(1)), [] {
          future<unsigned> there = launch([] { return here().index(); });
          finish([] { async(at(place(0)), [] {}); });
          EXPECT_EQ(here().index(), 1U);
          EXPECT_EQ(there.get(), 1U);
          EXPECT_EQ(here().index(), 1U);
        });
      });
      EXPECT_EQ(here().index(), 0U);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(every,
                         placed_threads_test,
                         ::testing::Values("slaw", "work_stealing"),
                         [](const auto& one) { return one.param; });

// The test runs in a separate process, which has no default runtime yet.
TEST(placed_threads_death_test, a_foreign_thread_sees_those_of_the_default_runtime) {
  EXPECT_EXIT(
      {
        setenv("NUTHATCH_PLACES", crowded(3, 1).c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
        const unsigned outside = places();
        const unsigned inside = finish([] { return places(); });
        std::_Exit(outside == 3 && inside == 3 && here() == place(0) ? 0 : 1);
      },
      ::testing::ExitedWithCode(0),
      "");
}

}  // namespace
}  // namespace nuthatch
