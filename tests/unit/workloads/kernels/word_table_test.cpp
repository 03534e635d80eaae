// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/word_table.hpp"

#include <string>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

void add(word_table& table, std::string_view word) {
  table.add(word, word_table::hash_of(word));
}

TEST(word_table, counts_words) {
  word_table table;
  EXPECT_EQ(table.times("a"), 0U);
  add(table, "a");
  add(table, "b");
  add(table, "a");
  EXPECT_EQ(table.distinct(), 2U);
  EXPECT_EQ(table.times("a"), 2U);
  EXPECT_EQ(table.times("b"), 1U);
  EXPECT_EQ(table.times("c"), 0U);
}

TEST(word_table, keeps_its_own_text) {
  word_table table;
  {
    std::string word = "gone";
    add(table, word);
    word = "else";
  }
  EXPECT_EQ(table.times("gone"), 1U);
}

TEST(word_table, keeps_counts_while_it_grows) {
  word_table table;
  for (int i = 0; i < 10'000; ++i) {
    add(table, std::to_string(i % 3000));
  }
  EXPECT_EQ(table.distinct(), 3000U);
  EXPECT_EQ(table.times("0"), 4U);
  EXPECT_EQ(table.times("2999"), 3U);
}

TEST(word_table, tells_words_of_the_same_hash_apart) {
  word_table table;
  table.add("first", 42);
  table.add("second", 42);
  table.add("first", 42);
  EXPECT_EQ(table.distinct(), 2U);
}

TEST(word_table, merges_either_way_to_the_same) {
  const auto fill = [](word_table& table, int first, int last) {
    for (int i = first; i < last; ++i) {
      add(table, std::to_string(i));
    }
  };
  word_table small_first;
  word_table large;
  fill(small_first, 0, 10);
  fill(large, 5, 1000);
  small_first.merge(std::move(large));

  word_table large_first;
  word_table small;
  fill(large_first, 5, 1000);
  fill(small, 0, 10);
  large_first.merge(std::move(small));

  EXPECT_EQ(small_first.distinct(), 1000U);
  EXPECT_EQ(small_first.times("7"), 2U);
  EXPECT_EQ(small_first.times("999"), 1U);
  EXPECT_EQ(small_first.fingerprint(), large_first.fingerprint());
}

TEST(word_table, fingerprints_differ_in_words_and_in_frequencies) {
  word_table once;
  add(once, "a");
  word_table twice;
  add(twice, "a");
  add(twice, "a");
  word_table other;
  add(other, "b");
  EXPECT_NE(once.fingerprint(), twice.fingerprint());
  EXPECT_NE(once.fingerprint(), other.fingerprint());
  EXPECT_NE(once.fingerprint(), word_table().fingerprint());
}

}  // namespace
}  // namespace nuthatch::workloads
