// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/wave_field.hpp"

#include <cstddef>

#include <gtest/gtest.h>

#include "computed.hpp"

namespace nuthatch::workloads {
namespace {

wave_field computed(const wave_problem& given, std::size_t sweeps) {
  return testing::computed<wave_field>(given, sweeps);
}

TEST(wave_field, is_what_a_plain_program_makes) {
  EXPECT_EQ(computed({2, 2, 3, true}, 9).check(), "");
  EXPECT_EQ(computed({50, 33, 7, true}, 21).check(), "");
  for (const std::size_t sweeps : {20U, 19U, 18U, 0U}) {
    EXPECT_NE(computed({50, 33, 7, true}, sweeps).check(), "") << sweeps << " sweeps of 21";
  }
}

TEST(wave_field, sweeps_touch_what_they_say) {
  wave_field field({20, 20, 2, true});
  const area<2> block{{{5, 10}, {5, 10}}};
  const auto ey = field.at(0).touches(block);
  const auto ex = field.at(1).touches(block);
  const auto hz = field.at(2).touches(block);
  EXPECT_FALSE(ey.interferes_with(ex));
  EXPECT_TRUE(ey.interferes_with(hz));
  EXPECT_TRUE(ex.interferes_with(hz));
  EXPECT_TRUE(hz.interferes_with(field.at(0).touches({{{10, 12}, {5, 10}}})));
  EXPECT_FALSE(hz.interferes_with(field.at(0).touches({{{11, 12}, {5, 10}}})));
  EXPECT_TRUE(hz.interferes_with(field.at(1).touches({{{5, 10}, {10, 12}}})));
  EXPECT_FALSE(hz.interferes_with(field.at(1).touches({{{5, 10}, {11, 12}}})));
}

TEST(wave_field, follows_at_the_distance_that_lags_say) {
  EXPECT_EQ(wave_field::lag(0), 0);
  EXPECT_EQ(wave_field::lag(1), 0);
  EXPECT_EQ(wave_field::lag(2), 1);
  EXPECT_EQ(wave_field::lag(3), 1);
  EXPECT_EQ(wave_field::lag(5), 2);
}

}  // namespace
}  // namespace nuthatch::workloads
