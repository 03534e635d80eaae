// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "described_machine.hpp"
#include "openmp/environment/abstract_places.hpp"
#include "openmp/environment/place_list.hpp"

namespace nuthatch::openmp {
namespace {

using platform::cpu_set;
using ::testing::ElementsAre;

std::vector<std::string> words(const place_list& places) {
  std::vector<std::string> all;
  for (const cpu_set& each : places) {
    all.push_back(each.to_string());
  }
  return all;
}

std::vector<std::string> listed(const char* text) {
  const auto found = read_places(text);
  EXPECT_TRUE(found.has_value()) << text;
  return found ? words(found->listed) : std::vector<std::string>{};
}

TEST(places, in_braces) {
  EXPECT_THAT(listed("{0,1},{2,3}"), ElementsAre("0-1", "2-3"));
  EXPECT_THAT(listed(" { 0 , 5 } , {7}"), ElementsAre("0,5", "7"));
  EXPECT_THAT(listed("{0:4}"), ElementsAre("0-3"));
  EXPECT_THAT(listed("{0:4:2}"), ElementsAre("0,2,4,6"));
  EXPECT_THAT(listed("{6:3:-2,9}"), ElementsAre("2,4,6,9"));
  EXPECT_THAT(listed("{0:4,!2}"), ElementsAre("0-1,3"));
}

TEST(places, in_series) {
  EXPECT_THAT(listed("{0:2}:3"), ElementsAre("0-1", "1-2", "2-3"));
  EXPECT_THAT(listed("{0:2}:3:2"), ElementsAre("0-1", "2-3", "4-5"));
  EXPECT_THAT(listed("{8}:3:-4"), ElementsAre("8", "4", "0"));
  EXPECT_THAT(listed("{0}:4,!{2}"), ElementsAre("0", "1", "3"));
  EXPECT_THAT(listed("3,1,0:2"), ElementsAre("3", "1", "0", "1"));
}

TEST(places, by_name) {
  const auto cores = read_places("Cores");
  ASSERT_TRUE(cores && cores->named);
  EXPECT_EQ(cores->named->kind, place_kind::cores);
  EXPECT_FALSE(cores->named->max.has_value());
  const auto caches = read_places(" ll_caches ( 3 ) ");
  ASSERT_TRUE(caches && caches->named);
  EXPECT_EQ(caches->named->kind, place_kind::ll_caches);
  EXPECT_EQ(caches->named->max, 3U);
}

TEST(places, that_are_none) {
  for (const char* const wrong :
       {"",          "cpus",        "cores(0)",     "cores(",     "cores,{1}",   "{",
        "{}",        "{1",          "{1,}",         "{1}:",       "{1}:0",       "{1}:2:",
        "{1}:2:-3",  "{70000}",     "{0:70000:1}",  "{1},",       "{1} {2}",     "{!1}",
        "{a}",       "!{1}",        "{0}:65536:1,", "{0}:99999",  "{-1}",        "{1:2:-2}",
        "{65535:2}", "{0:1:99999}", "threads)",     "sockets(x)", "{0},cores()", "1:2:3:4"}) {
    EXPECT_FALSE(read_places(wrong).has_value()) << wrong;
  }
}

TEST(cpu_affinity, has_a_place_for_each_cpu) {
  const auto places = read_cpu_affinity("0 3  1-2, 4-9:2");
  ASSERT_TRUE(places.has_value());
  EXPECT_THAT(words(*places), ElementsAre("0", "3", "1", "2", "4", "6", "8"));
  for (const char* const wrong : {"", "x", "3-1", "1-", "1-4:0", "70000", "1:2"}) {
    EXPECT_FALSE(read_cpu_affinity(wrong).has_value()) << wrong;
  }
}

class machine_places_test : public described_machine {
 protected:
  [[nodiscard]] std::vector<std::string> of(place_kind kind, const char* allowed = "0-7") const {
    return words(places_of(kind, cpu_set::parse(allowed), system_));
  }
};

TEST_F(machine_places_test, of_each_kind) {
  EXPECT_THAT(of(place_kind::threads), ElementsAre("0", "1", "2", "3", "4", "5", "6", "7"));
  EXPECT_THAT(of(place_kind::cores), ElementsAre("0,4", "1,5", "2,6", "3,7"));
  EXPECT_THAT(of(place_kind::ll_caches), ElementsAre("0,4", "1,5", "2,6", "3,7"));
  EXPECT_THAT(of(place_kind::sockets), ElementsAre("0-1,4-5", "2-3,6-7"));
  EXPECT_THAT(of(place_kind::numa_domains), ElementsAre("0-1,4-5", "2,6", "3,7"));
}

TEST_F(machine_places_test, have_allowed_cpus_only) {
  EXPECT_THAT(of(place_kind::sockets, "1-3,5"), ElementsAre("1,5", "2-3"));
  EXPECT_THAT(of(place_kind::cores, "7,2"), ElementsAre("2", "7"));
}

TEST_F(machine_places_test, where_nothing_is_told) {
  std::filesystem::remove_all(system_);
  EXPECT_THAT(of(place_kind::cores, "0-2"), ElementsAre("0", "1", "2"));
  EXPECT_THAT(of(place_kind::sockets), ElementsAre("0-7"));
  EXPECT_THAT(of(place_kind::ll_caches), ElementsAre("0-7"));
  EXPECT_THAT(of(place_kind::numa_domains), ElementsAre("0-7"));
}

TEST_F(machine_places_test, where_it_is_told_wrongly) {
  put("cpu/cpu0/topology/thread_siblings_list", "all of them");
  put("cpu/cpu1/topology/thread_siblings_list", "5");  // without itself
  EXPECT_THAT(of(place_kind::cores, "0-1,5"), ElementsAre("0", "1,5"));
}

TEST(machine_places, of_this_machine) {
  const cpu_set allowed = platform::get_affinity();
  for (const place_kind kind : {place_kind::threads,
                                place_kind::cores,
                                place_kind::ll_caches,
                                place_kind::numa_domains,
                                place_kind::sockets}) {
    cpu_set all;
    unsigned count = 0;
    for (const cpu_set& place : places_of(kind, allowed)) {
      all = all | place;
      count += place.count();
    }
    EXPECT_EQ(all, allowed);
    EXPECT_EQ(count, allowed.count());
  }
}

}  // namespace
}  // namespace nuthatch::openmp
