// SPDX-License-Identifier: Apache-2.0

// When data is not moved, and which callers may request that it is.

#include <cstddef>
#include <numeric>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "platform/data_memory.hpp"

namespace nuthatch::schedules {
namespace {

using ::testing::HasSubstr;

placed_array<int> numbers(int count) {
  placed_array<int> all(static_cast<std::size_t>(count));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

bool are_numbers(const placed_array<int>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i] != static_cast<int>(i)) {
      return false;
    }
  }
  return true;
}

schedule of_loop() {
  return record([] { parallel_for(0, 1'000, [](int) { charge_work(1'000); }); });
}

/// Returns the reason why nothing was done, after checking that nothing was.
std::string reason_of(const schedule& by, placed_array<int>& all) {
  const int* const place = all.data();
  int called = 0;
  const redistribution none = redistribute(by, all, [&called](array_copier) { ++called; });
  EXPECT_EQ(called, 0);
  EXPECT_FALSE(none.done);
  EXPECT_EQ(none.pages + none.bytes + none.left_over + none.moved, 0U);
  EXPECT_FALSE(none.before.known || none.after.known);
  EXPECT_EQ(all.data(), place);
  return none.reason;
}

TEST(redistribute_alone_test, does_nothing_on_one_node) {
  placed_array<int> all = numbers(1'000);
  if (platform::memory_nodes().size() > 1) {
    EXPECT_TRUE(redistribute(of_loop(), all).done);
    EXPECT_TRUE(are_numbers(all));
    return;
  }
  EXPECT_THAT(reason_of(of_loop(), all), HasSubstr("there is one NUMA node"));
}

TEST(redistribute_alone_test, does_nothing_on_virtual_workers) {
  options wanted;
  wanted.workers = 8;
  const virtual_runtime pretended(wanted, "2x4");
  pretended->run([] {
    placed_array<int> all = numbers(1'000);
    EXPECT_THAT(reason_of(of_loop(), all), HasSubstr("the workers are virtual"));
    EXPECT_TRUE(redistribute(of_loop(), all, {}, {.always = true}).done) << "unless asked to";
    EXPECT_TRUE(are_numbers(all));
  });
}

TEST(redistribute_alone_test, does_nothing_where_there_is_nothing_to_do) {
  placed_array<int> all = numbers(1'000);
  placed_array<int> none;
  EXPECT_THAT(reason_of(schedule(), all), HasSubstr("the schedule is empty"));
  EXPECT_THAT(reason_of(of_loop(), none), HasSubstr("no elements"));
  EXPECT_THAT(redistribute(schedule(), all, {}, {.always = true}).reason,
              HasSubstr("the schedule is empty"));
  EXPECT_THAT(redistribute(of_loop(), none, {}, {.always = true}).reason, HasSubstr("no elements"));
}

TEST(redistribute_alone_test, is_for_foreign_threads_too) {
  placed_array<int> all = numbers(100'000);
  const schedule made = record(
      [&] { parallel_for(std::size_t{0}, all.size(), [&](std::size_t i) { all[i] += 0; }); });
  const redistribution done = redistribute(made, all, {}, {.always = true});
  EXPECT_TRUE(done.done);
  EXPECT_EQ(done.replay.mismatches, 0U) << done.replay.first_mismatch;
  EXPECT_EQ(done.replay.ran.workers(), workers());
  EXPECT_TRUE(are_numbers(all));
}

TEST(redistribute_alone_test, is_copied_by_others_as_well) {
  options wanted;
  wanted.workers = 3;
  runtime one(wanted);
  runtime other(wanted);
  placed_array<int> all = numbers(100'000);
  one.run([&] {
    const redistribution done =
        redistribute(of_loop(),
                     all,
                     [&](array_copier copy) {
                       parallel_for(0U, 10U, [&](std::size_t i) {
                         other.run([&] { copy(i * 10'000, (i + 1) * 10'000); });
                       });
                     },
                     {.always = true});
    EXPECT_TRUE(done.done);
    EXPECT_EQ(done.left_over, 0U);
  });
  EXPECT_TRUE(are_numbers(all));
}

}  // namespace
}  // namespace nuthatch::schedules
