// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/health_system.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

using ::testing::ElementsAre;

constexpr health_settings small_one{.levels = 3, .cities = 18, .days = 365, .seed = 23};

/// Runs the villages below in either order, because they do not depend on each other.
void pass_day(village& here, bool backwards) {
  for (std::size_t i = 0; i < here.below().size(); ++i) {
    pass_day(here.below()[backwards ? here.below().size() - 1 - i : i], backwards);
  }
  here.treat();
  here.admit();
}

health_totals after(health_system& of, int days, bool backwards = false) {
  of.begin();
  for (int day = 0; day < days; ++day) {
    pass_day(of.top(), backwards);
  }
  return of.totals();
}

TEST(health_system, at_first_all_are_at_home) {
  health_system one(small_one);
  const health_totals found = after(one, 0);
  EXPECT_EQ(found.patients, 7'280);
  EXPECT_EQ(health_system::patients_of(small_one), 7'280);
  EXPECT_THAT(found.where, ElementsAre(7'280, 0, 0, 0));
  EXPECT_EQ(found.visits + found.days, 0);
  EXPECT_TRUE(one.is_complete());
}

// The results of the suite for its input "test".
TEST(health_system, a_year_ends_as_published) {
  health_system one(small_one);
  const health_totals found = after(one, small_one.days);
  EXPECT_EQ(found.visits, 5'531);
  EXPECT_THAT(found.where, ElementsAre(7'160, 80, 26, 14));
  EXPECT_NEAR(
      static_cast<double>(found.days) / static_cast<double>(found.patients), 5.259341, 1e-6);
  EXPECT_TRUE(one.is_complete());
}

TEST(health_system, villages_beside_each_other_come_in_any_order) {
  health_system one(small_one);
  const health_totals found = after(one, 100);
  EXPECT_EQ(found, after(one, 100, /*backwards=*/true));
  EXPECT_NE(found, after(one, 99));
}

TEST(health_system, begins_anew) {
  health_system one(small_one);
  const health_totals first = after(one, 50);
  EXPECT_EQ(after(one, 50), first);
  EXPECT_NE(after(one, 0).fingerprint, first.fingerprint);
}

TEST(health_system, lists_keep_the_order_in_which_patients_came) {
  std::vector<patient> all(4);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].id = static_cast<std::int32_t>(i);
  }
  patient_list list;
  EXPECT_TRUE(list.empty());
  const auto ids = [&list] {
    std::vector<std::int32_t> found;
    list.for_each([&found](const patient& each) { found.push_back(each.id); });
    return found;
  };
  for (patient& each : all) {
    list.append(each);
  }
  EXPECT_THAT(ids(), ElementsAre(0, 1, 2, 3));
  list.remove(all[1]);
  EXPECT_THAT(ids(), ElementsAre(0, 2, 3));
  list.remove(all[0]);
  list.remove(all[3]);
  list.append(all[0]);
  EXPECT_THAT(ids(), ElementsAre(2, 0));
  list.for_each([&list](patient& each) { list.remove(each); });
  EXPECT_TRUE(list.empty());
  EXPECT_EQ(list.size(), 0U);
}

}  // namespace
}  // namespace nuthatch::workloads
