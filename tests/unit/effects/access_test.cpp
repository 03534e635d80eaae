// SPDX-License-Identifier: Apache-2.0
#include <array>

#include <gtest/gtest.h>

#include <nuthatch/effects.hpp>

namespace nuthatch::effects {
namespace {

constexpr std::array all{access::reads, access::writes, access::accumulates};

TEST(access, only_reads_and_only_accumulations_commute) {
  for (const access one : all) {
    for (const access other : all) {
      EXPECT_EQ(interfere(one, other), one != other || one == access::writes);
      EXPECT_EQ(interfere(one, other), interfere(other, one));
    }
  }
}

TEST(access, what_covers_interferes_with_as_much) {
  for (const access larger : all) {
    for (const access smaller : all) {
      bool as_much = true;
      for (const access third : all) {
        as_much = as_much && (!interfere(smaller, third) || interfere(larger, third));
      }
      EXPECT_EQ(covers(larger, smaller), as_much);
    }
  }
}

TEST(access, the_strongest_covers_both) {
  for (const access one : all) {
    for (const access other : all) {
      const access both = strongest(one, other);
      EXPECT_TRUE(covers(both, one) && covers(both, other));
      EXPECT_TRUE(both == one || both == access::writes);
    }
  }
}

}  // namespace
}  // namespace nuthatch::effects
