// SPDX-License-Identifier: Apache-2.0
#include "platform/affinity.hpp"

#include <string>
#include <thread>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/errors.hpp>

#include "base/os_error.hpp"

namespace nuthatch::platform {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

cpu_set of(const char* list) {
  return cpu_set::parse(list);
}

TEST(cpu_set, starts_empty) {
  const cpu_set none;
  EXPECT_TRUE(none.empty());
  EXPECT_EQ(none.count(), 0U);
  EXPECT_FALSE(none.contains(0));
  EXPECT_EQ(none.to_string(), "");
}

TEST(cpu_set, holds_what_was_inserted) {
  cpu_set set;
  set.insert(70);
  set.insert(3);
  set.insert(3);
  EXPECT_EQ(set.count(), 2U);
  EXPECT_EQ(set.first(), 3U);
  EXPECT_THAT(set.members(), ElementsAre(3U, 70U));
  EXPECT_TRUE(set.contains(70));
  EXPECT_FALSE(set.contains(71));
  EXPECT_FALSE(set.contains(60'000));
}

TEST(cpu_set, erases) {
  cpu_set set = of("3,70,5000");
  set.erase(5000);
  set.erase(5000);
  set.erase(4);
  EXPECT_EQ(set, of("3,70"));
  set.erase(3);
  set.erase(70);
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set, cpu_set());
}

TEST(cpu_set, goes_beyond_1024_cpus) {
  cpu_set set;
  set.insert(cpu_set::limit - 1);
  EXPECT_EQ(set.first(), cpu_set::limit - 1);
  EXPECT_THROW(set.insert(cpu_set::limit), option_error);
}

TEST(cpu_set, intersects_and_joins) {
  EXPECT_EQ(of("0-3,100") & of("2-5"), of("2-3"));
  EXPECT_EQ(of("100") & of("2"), cpu_set());
  EXPECT_EQ(of("0-3") | of("2-5,100"), of("0-5,100"));
  EXPECT_EQ(cpu_set() | of("7"), of("7"));
}

TEST(cpu_set, knows_subsets) {
  EXPECT_TRUE(of("1,100").is_subset_of(of("0-127")));
  EXPECT_FALSE(of("1,100").is_subset_of(of("0-99")));
  EXPECT_FALSE(of("1").is_subset_of(of("2,100")));
  EXPECT_TRUE(cpu_set().is_subset_of(cpu_set()));
  EXPECT_FALSE(of("1").is_subset_of(cpu_set()));
}

TEST(cpu_set, first_n) {
  EXPECT_EQ(cpu_set::first_n(0), cpu_set());
  EXPECT_EQ(cpu_set::first_n(65), of("0-64"));
}

TEST(cpu_list, is_read_and_written) {
  for (const char* const list : {"", "0", "0-3", "0-3,8", "1,3,5", "0-63,65-127", "65535"}) {
    EXPECT_EQ(of(list).to_string(), list);
  }
}

TEST(cpu_list, is_written_as_short_as_can_be) {
  EXPECT_EQ(of("3,2,1,0,8-8,2-3").to_string(), "0-3,8");
  EXPECT_EQ(of("0,1").to_string(), "0-1");
}

TEST(cpu_list, may_have_blanks_around_it) {
  EXPECT_EQ(of(" 0-1\n"), of("0-1"));
  EXPECT_EQ(of(" \n"), cpu_set());
}

struct bad_list {
  const char* text;
  const char* complaint;
};

class bad_cpu_list : public ::testing::TestWithParam<bad_list> {};

TEST_P(bad_cpu_list, is_refused_with_text_and_position) {
  try {
    static_cast<void>(cpu_set::parse(GetParam().text));
    FAIL() << "accepted '" << GetParam().text << "'";
  } catch (const option_error& refused) {
    EXPECT_THAT(refused.what(), HasSubstr("'" + std::string(GetParam().text) + "'"));
    EXPECT_THAT(refused.what(), HasSubstr(GetParam().complaint));
  }
}

INSTANTIATE_TEST_SUITE_P(
    all,
    bad_cpu_list,
    ::testing::Values(bad_list{",", "position 1: a number is missing"},
                      bad_list{"0,", "position 3: a number is missing"},
                      bad_list{"0,,1", "position 3: a number is missing"},
                      bad_list{"0-", "position 3: a number is missing"},
                      bad_list{"-3", "position 1: a number is missing"},
                      bad_list{"0--3", "position 3: a number is missing"},
                      bad_list{"abc", "position 1: a number is missing"},
                      bad_list{"0x3", "position 2: a comma is missing"},
                      bad_list{"0 1", "position 2: a comma is missing"},
                      bad_list{"0-3-5", "position 4: a comma is missing"},
                      bad_list{"7-3", "the range ends before it starts"},
                      bad_list{"65536", "position 1: the number is too large; at most 65535"},
                      bad_list{"0-4294967296", "position 3: the number is too large"},
                      bad_list{"99999999999999999999", "the number is too large"}));

TEST(affinity, of_this_thread_is_not_empty) {
  EXPECT_FALSE(get_affinity().empty());
}

TEST(affinity, can_be_narrowed_to_one_cpu) {
  // The test runs on a separate thread, because it narrows the mask.
  std::thread([] {
    const cpu_set before = get_affinity();
    cpu_set one;
    one.insert(before.members().back());
    set_affinity(one);
    EXPECT_EQ(get_affinity(), one);
    set_affinity(before);
    EXPECT_EQ(get_affinity(), before);
  }).join();
}

TEST(affinity, to_cpus_that_do_not_exist_is_an_error_that_names_them) {
  try {
    set_affinity(of("65000-65001"));
    FAIL();
  } catch (const base::os_error& refused) {
    EXPECT_THAT(refused.what(), HasSubstr("'65000-65001'"));
  }
}

}  // namespace
}  // namespace nuthatch::platform
