// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/virtual_runtime.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"
#include "trace/counter_list.hpp"

namespace nuthatch {
namespace {

using trace::counter;

/// All members have the same type; the last one is an array of it.
constexpr std::size_t members_of_statistics =
    sizeof(statistics) / sizeof(std::uint64_t) - answer_sizes + 1;

TEST(counter_list, has_every_member_once) {
  std::set<std::string_view> names;
  statistics marked;
  for (const counter& each : trace::counters) {
    EXPECT_TRUE(names.insert(each.name).second) << each.name;
    EXPECT_EQ(marked.*each.field, 0U) << each.name << ": another counter has its member";
    marked.*each.field = 1;
    EXPECT_FALSE(each.unit.empty() || each.about.empty()) << each.name;
  }
  EXPECT_EQ(marked.stacks_live, 0U);
  EXPECT_EQ(names.size(), members_of_statistics - 2) << "all but stacks_live and tasks_per_answer";
}

TEST(counter_list, has_every_event_once) {
  std::set<trace::event> events;
  for (const counter& each : trace::counters) {
    EXPECT_TRUE(!each.what || events.insert(*each.what).second) << each.name;
  }
  EXPECT_EQ(events.size() + answer_sizes, trace::events);
}

/// The value is so large that what the runtime counts meanwhile does not matter.
constexpr std::uint64_t many = 1'000'000'000'000;

TEST(statistics_test, every_event_is_summed_or_the_highest_shown_and_reset) {
  // Virtual workers take turns, so no worker counts during this write.
  const virtual_runtime pretended(options{.workers = 2});
  runtime& two = *pretended;
  two.run([&] {
    for (const counter& each : trace::counters) {
      if (each.what) {
        core::team& team = core::worker::current().team();
        team.at(0).counters().owner_note_peak(*each.what, 3 * many);
        team.at(1).counters().owner_note_peak(*each.what, 2 * many);
      }
    }
  });
  const statistics noted = two.statistics();
  for (const counter& each : trace::counters) {
    if (each.what) {
      EXPECT_EQ(noted.*each.field / many, each.how == trace::reading::sum ? 5U : 3U) << each.name;
    }
  }
  two.reset_statistics();
  const statistics cleared = two.statistics();
  for (const counter& each : trace::counters) {
    EXPECT_LT(cleared.*each.field, many) << each.name;
  }
}

}  // namespace
}  // namespace nuthatch
