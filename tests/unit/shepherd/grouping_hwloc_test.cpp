// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grouped.hpp"

namespace nuthatch::testing {
namespace {

using ::testing::ElementsAre;

TEST(grouping, a_chip_without_a_cache_of_its_own_is_a_node_or_a_package) {
  EXPECT_THAT(grouped("chip", 4, "pack:2 pu:2"), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(grouped("chip", 4, "numa:2 pu:2"), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(grouped("chip", 4, "pu:4"), ElementsAre(0, 0, 0, 0));
}

}  // namespace
}  // namespace nuthatch::testing
