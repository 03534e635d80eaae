// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/options/bad_input.hpp"
#include "cli/options/known_names.hpp"
#include "cli/options/option_values.hpp"

namespace nuthatch::cli {
namespace {

TEST(known_names, nearest_is_a_slip_away) {
  const std::vector<std::string> known{"fib", "fj", "nqueens", "work_first", "work_stealing"};
  EXPECT_EQ(nearest_name("fibb", known), "fib");
  EXPECT_EQ(nearest_name("fbi", known), "fib");
  EXPECT_EQ(nearest_name("nqeens", known), "nqueens");
  EXPECT_EQ(nearest_name("Work-First", known), "work_first");
  EXPECT_EQ(nearest_name("stealing", known), "work_stealing");
  EXPECT_EQ(nearest_name("matrix", known), "");
  EXPECT_EQ(nearest_name("", known), "");
  EXPECT_EQ(nearest_name("fib", {}), "");
}

TEST(known_names, message_names_option_text_and_choices) {
  EXPECT_EQ(unknown_name_message("--size: there is no size", "smal", {"small", "paper"}),
            "--size: there is no size \"smal\"; did you mean small? valid: small, paper");
  EXPECT_EQ(unknown_name_message("no", "x", {}), "no \"x\"; valid: (none)");
}

TEST(option_values, whole_numbers) {
  EXPECT_EQ(parse_whole_number("-n", "0"), 0U);
  EXPECT_EQ(parse_whole_number("-n", "18446744073709551615"), UINT64_MAX);
  EXPECT_EQ(parse_whole_number("-n", "5", {1, 5}), 5U);
  for (const char* wrong : {"", "-1", "+1", " 1", "1 ", "1e3", "0x10", "18446744073709551616"}) {
    EXPECT_THROW(parse_whole_number("-n", wrong), usage_error) << wrong;
  }
  EXPECT_THROW(parse_whole_number("-n", "6", {1, 5}), usage_error);
}

TEST(option_values, seconds) {
  EXPECT_EQ(parse_seconds("-s", "1.5"), 1.5);
  EXPECT_EQ(parse_seconds("-s", "0"), 0);
  for (const char* wrong : {"", "-1", "nan", "inf", "1s"}) {
    EXPECT_THROW(parse_seconds("-s", wrong), usage_error) << wrong;
  }
}

TEST(option_values, lists) {
  EXPECT_EQ(parse_list("-l", "a,b"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(parse_worker_counts("-w", "1,2"), (std::vector<unsigned>{1, 2}));
  for (const char* wrong : {"", ",", "a,", ",a", "a,,b", "a,a"}) {
    EXPECT_THROW(parse_list("-l", wrong), usage_error) << wrong;
  }
}

TEST(setting, parts) {
  EXPECT_EQ(parse_setting("n=3"), (setting{"", "n", "3"}));
  EXPECT_EQ(parse_setting("fib.n=3"), (setting{"fib", "n", "3"}));
  EXPECT_EQ(parse_setting("path=/a.b/c=d"), (setting{"", "path", "/a.b/c=d"}));
  EXPECT_EQ(parse_setting("n="), (setting{"", "n", ""}));
  for (const char* wrong : {"", "n", "=3", ".n=3", "fib.=3"}) {
    EXPECT_THROW(parse_setting(wrong), usage_error) << wrong;
  }
}

TEST(setting, only_those_of_the_workload_count) {
  const workloads::workload& fib = find_workload("WORKLOAD", "fib");
  const auto small = workloads::problem_size::small;
  const auto value = [&](const std::vector<setting>& settings) {
    return resolve_parameters(fib, small, settings).get_int("n");
  };
  const std::int64_t standard = value({});
  EXPECT_EQ(value({{"uts", "n", "3"}}), standard);
  EXPECT_EQ(value({{"", "n", "3"}}), 3);
  EXPECT_EQ(value({{"fib", "n", "3"}, {"fib", "n", "4"}}), 4);
  EXPECT_THROW(value({{"", "m", "3"}}), usage_error);
}

}  // namespace
}  // namespace nuthatch::cli
