// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/kmp_affinity.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "described_machine.hpp"
#include "openmp/environment/resolve_places.hpp"
#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {
namespace {

using platform::cpu_set;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::vector<std::string> texts(const place_list& places) {
  std::vector<std::string> found;
  for (const cpu_set& each : places) {
    found.push_back(each.to_string());
  }
  return found;
}

class kmp_affinity_test : public described_machine {
 protected:
  [[nodiscard]] std::vector<std::string> places(
      const std::string& text, const cpu_set& allowed = cpu_set::first_n(8)) const {
    const std::optional<kmp_affinity> found = read_kmp_affinity(text);
    EXPECT_TRUE(found) << text;
    return found ? texts(places_of(*found, allowed, system_)) : std::vector<std::string>();
  }

  [[nodiscard]] std::string part(const std::string& text,
                                 const cpu_set& allowed = cpu_set::first_n(8)) const {
    const auto parts = read_machine_subset(text);
    EXPECT_TRUE(parts) << text;
    const auto cpus = cpus_of(parts.value(), allowed, system_);
    return cpus ? cpus->to_string() : "none";
  }
};

TEST_F(kmp_affinity_test, compact) {
  EXPECT_THAT(places("granularity=fine,compact"),
              ElementsAre("0", "4", "1", "5", "2", "6", "3", "7"));
  EXPECT_THAT(places("compact"), ElementsAre("0,4", "1,5", "2,6", "3,7"));
  EXPECT_THAT(places("compact,granularity=socket"), ElementsAre("0-1,4-5", "2-3,6-7"));
}

TEST_F(kmp_affinity_test, compact_with_levels_that_change_first) {
  EXPECT_THAT(places("granularity=fine,compact,1,0"),
              ElementsAre("0", "1", "2", "3", "4", "5", "6", "7"));
  EXPECT_THAT(places("granularity=thread,compact,2"),
              ElementsAre("0", "2", "1", "3", "4", "6", "5", "7"));
  EXPECT_THAT(places("granularity=fine,compact,1,3"),
              ElementsAre("3", "4", "5", "6", "7", "0", "1", "2"));
}

TEST_F(kmp_affinity_test, scatter) {
  EXPECT_THAT(places("Verbose, NoWarnings, granularity = fine, Scatter"),
              ElementsAre("0", "2", "1", "3", "4", "6", "5", "7"));
  EXPECT_THAT(places("scatter"), ElementsAre("0,4", "2,6", "1,5", "3,7"));
}

TEST_F(kmp_affinity_test, listed) {
  EXPECT_THAT(places("explicit,proclist=[3,0-1,{4,6-7}]"), ElementsAre("3", "0", "1", "4,6-7"));
  EXPECT_THAT(places("proclist=[0-6:3,{9}],explicit"), ElementsAre("0", "3", "6"));
}

TEST_F(kmp_affinity_test, none) {
  EXPECT_THAT(places("none"), IsEmpty());
  EXPECT_THAT(places("disabled,reset"), IsEmpty());
  EXPECT_THAT(places("verbose"), IsEmpty());
  EXPECT_EQ(read_kmp_affinity("verbose")->how, kmp_affinity::order::unset);
  EXPECT_EQ(read_kmp_affinity("none")->how, kmp_affinity::order::none);
}

TEST_F(kmp_affinity_test, of_allowed_cpus_only) {
  EXPECT_THAT(places("scatter", cpu_set::parse("1-3,7")), ElementsAre("1", "2", "3,7"));
  EXPECT_THAT(places("granularity=fine,compact", cpu_set::parse("1-3,7")),
              ElementsAre("1", "2", "3", "7"));
}

TEST_F(kmp_affinity_test, parts_of_the_machine) {
  EXPECT_EQ(part("1s,1c,1t"), "0");
  EXPECT_EQ(part("1t,2S"), "0-3");
  EXPECT_EQ(part("1 core"), "0,2,4,6");
  EXPECT_EQ(part("1s@1"), "2-3,6-7");
  EXPECT_EQ(part("*s,1c@1,1t@1"), "5,7");
  EXPECT_EQ(part("c@1"), "1,3,5,7");
  EXPECT_EQ(part("1numa"), "0-2,4-6");
  EXPECT_EQ(part("1s", cpu_set::parse("2,7")), "2,7");
  EXPECT_EQ(part(":1t"), "0");
  EXPECT_EQ(part(":1s,3t@1"), "1,4-5");
  EXPECT_EQ(part(":3c"), "0-2,4-6");
}

TEST_F(kmp_affinity_test, parts_that_are_not_there) {
  EXPECT_EQ(part("3s"), "none");
  EXPECT_EQ(part("1s,3c"), "none");
  EXPECT_EQ(part("1s@2"), "none");
  EXPECT_EQ(part("2c@1"), "none");
}

TEST(kmp_affinity, mistakes) {
  for (const char* const wrong : {"",
                                  "compact,",
                                  "dense",
                                  "granularity=atom,compact",
                                  "granularity,compact",
                                  "compact,scatter",
                                  "compact none",
                                  "1,compact",
                                  "compact,1,2,3",
                                  "compact,proclist=[1]",
                                  "explicit",
                                  "explicit,proclist=[]",
                                  "explicit,proclist=[2-1]",
                                  "explicit,proclist=[{1,2]",
                                  "explicit,proclist=[99999]"}) {
    EXPECT_FALSE(read_kmp_affinity(wrong)) << wrong;
  }
  for (const char* const wrong : {"", "1", "1x", "1s,", "1s,2s", "0c", "1s@", "s1", "1s 1c"}) {
    EXPECT_FALSE(read_machine_subset(wrong)) << wrong;
  }
}

TEST(kmp_affinity, goes_before_what_openmp_has) {
  settings of;
  std::vector<std::string> warnings;
  of.requested = places_value{{cpu_set::parse("0")}, {}};
  of.proc_bind = {proc_bind::spread};
  of.affinity.how = kmp_affinity::order::none;
  resolve_places(of, cpu_set::first_n(2), warnings);
  EXPECT_THAT(of.places, IsEmpty());
  EXPECT_THAT(of.proc_bind, IsEmpty());
  of.affinity.how = kmp_affinity::order::listed;
  of.affinity.list = {cpu_set::parse("1"), cpu_set::parse("0")};
  resolve_places(of, cpu_set::first_n(2), warnings);
  EXPECT_THAT(texts(of.places), ElementsAre("1", "0"));
  EXPECT_THAT(of.proc_bind, ElementsAre(proc_bind::close));
  EXPECT_THAT(warnings, IsEmpty());
}

TEST(kmp_affinity, parts_that_cannot_be_had_are_told) {
  settings of;
  std::vector<std::string> warnings;
  of.subset.parts = {{.kind = place_kind::threads, .count = 1'000'000}};
  cpu_set allowed = cpu_set::first_n(1);
  apply_subset(of, allowed, warnings);
  EXPECT_EQ(allowed.to_string(), "0");
  EXPECT_THAT(warnings, ElementsAre(HasSubstr("KMP_HW_SUBSET")));
}

}  // namespace
}  // namespace nuthatch::openmp
