// SPDX-License-Identifier: Apache-2.0
#include "openmp/environment/affinity_format.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace nuthatch::openmp {
namespace {

const affinity_fields fields{.team_num = 3,
                             .num_teams = 4,
                             .level = 1,
                             .thread_num = 42,
                             .team_size = 64,
                             .ancestor = -1,
                             .os_thread = 0x7f12ab,
                             .cpus = "0-2,5"};

std::string formatted(const char* format) {
  return format_affinity(format, fields);
}

TEST(affinity_format, letters) {
  EXPECT_EQ(formatted(""), "");
  EXPECT_EQ(formatted("thread %n of %N, 100%%"), "thread 42 of 64, 100%");
  EXPECT_EQ(formatted("%t%T%L%a"), "341-1");
  EXPECT_EQ(formatted("%i on %A"), "0x7f12ab on 0-2,5");
  EXPECT_EQ(formatted("%P"), std::to_string(getpid()));
  EXPECT_GT(formatted("%H").size(), 0U);
}

TEST(affinity_format, names) {
  EXPECT_EQ(formatted("%{team_num}/%{num_teams}"), "3/4");
  EXPECT_EQ(formatted("%{nesting_level} %{thread_num} %{num_threads} %{ancestor_tnum}"),
            "1 42 64 -1");
  EXPECT_EQ(formatted("%{native_thread_id}|%{thread_affinity}|%{process_id}|%{host}"),
            formatted("%i|%A|%P|%H"));
  EXPECT_EQ(formatted("{thread_num}"), "{thread_num}");
}

TEST(affinity_format, widths) {
  EXPECT_EQ(formatted("[%5n][%.5n][%0.5n]"), "[42   ][   42][00042]");
  EXPECT_EQ(formatted("[%1n][%.2n][%0.2{thread_num}]"), "[42][42][42]");
  EXPECT_EQ(formatted("[%5a][%.5a][%0.5a]"), "[-1   ][   -1][-0001]");
  EXPECT_EQ(formatted("[%12i][%.12i][%0.12i]"), "[0x7f12ab    ][    0x7f12ab][0x00007f12ab]");
  EXPECT_EQ(formatted("[%7A][%.7A][%0.7A]"), "[0-2,5  ][  0-2,5][  0-2,5]");
}

TEST(affinity_format, mistakes_are_undefined) {
  for (const char* const wrong : {"%",
                                  "%x",
                                  "%0n",
                                  "%05n",
                                  "%.n",
                                  "%0.n",
                                  "%0.0n",
                                  "%{}",
                                  "%{thread}",
                                  "%{thread_num",
                                  "%99999n",
                                  "%99999999999999999999n",
                                  "%5%"}) {
    EXPECT_EQ(formatted(wrong), "undefined") << wrong;
    EXPECT_FALSE(is_affinity_format(wrong)) << wrong;
  }
  EXPECT_EQ(formatted("a%xb%{y}c%n"), "aundefinedbundefinedc42");
  EXPECT_TRUE(is_affinity_format("a %n %% %0.9{host}"));
  EXPECT_TRUE(is_affinity_format(""));
  EXPECT_FALSE(is_affinity_format("%n%"));
}

TEST(affinity_format, programs_of_llvm) {
  affinity_fields those = fields;
  those.made_for = peer::llvm;
  those.os_thread = 4711;
  EXPECT_EQ(format_affinity("[%i][%6i][%0.6i]", those), "[4711][4711  ][004711]");
  EXPECT_EQ(format_affinity("[%05n][%0n][%0.5n]", those), "[42   ][42][00042]");
  EXPECT_EQ(format_affinity("%.n", those), "undefined");
  EXPECT_TRUE(is_affinity_format("%05n", peer::llvm));
  EXPECT_FALSE(is_affinity_format("%05n", peer::libgomp));
}

}  // namespace
}  // namespace nuthatch::openmp
