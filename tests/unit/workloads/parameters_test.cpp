// SPDX-License-Identifier: Apache-2.0
#include "workloads/parameters.hpp"

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "message_of.hpp"

namespace nuthatch::workloads {
namespace {

const std::vector<parameter> list{
    {"n", "how many", {"1", "20", "300"}, integer_range{-20, 1 << 20}},
    {"x", "how long", {"0.5", "1", "2"}, number_range{1e-3, 10}},
    {"kind", "which", {"a", "b", "b"}, name_list{"a", "b"}},
    {"path", "where", {"/a", "/b", "/c"}}};

parameters with(const std::vector<std::string>& overrides,
                problem_size size = problem_size::small) {
  return {"demo", list, size, overrides};
}

std::string error_of(const std::function<void()>& action) {
  return testing::message_of<option_error>(action);
}

TEST(parameters, take_their_values_from_the_size) {
  EXPECT_EQ(with({}, problem_size::small).get_int("n"), 1);
  EXPECT_EQ(with({}, problem_size::standard).get_int("n"), 20);
  EXPECT_EQ(with({}, problem_size::paper).get_int("n"), 300);
  EXPECT_EQ(with({}, problem_size::paper).get_string("path"), "/c");
}

TEST(parameters, the_last_override_of_a_key_counts) {
  EXPECT_EQ(with({"n=7", "n=8"}).get_int("n"), 8);
}

TEST(parameters, an_override_may_contain_equals_signs_or_be_empty) {
  EXPECT_EQ(with({"path=/x=y"}).get_string("path"), "/x=y");
  EXPECT_EQ(with({"path="}).get_string("path"), "");
}

TEST(parameters, values_lists_all_of_them) {
  const parameters chosen = with({"n=5"});
  ASSERT_EQ(chosen.values().size(), 4U);
  EXPECT_EQ(chosen.values().find("n")->second, "5");
  EXPECT_EQ(chosen.values().find("path")->second, "/a");
}

TEST(parameters, numbers_are_read_whole_or_not_at_all) {
  EXPECT_EQ(with({"n=-12"}).get_int("n"), -12);
  EXPECT_EQ(with({"n=12"}).get_size("n"), 12U);
  EXPECT_DOUBLE_EQ(with({"x=1.5e-3"}).get_double("x"), 1.5e-3);
  for (const char* const text : {"n=", "n=x", "n=1x", "n= 1", "n=1.5", "n=99999999999999999999"}) {
    EXPECT_EQ(error_of([&] { static_cast<void>(with({text}).get_int("n")); }),
              "demo: parameter " + std::string(text) + ": expected an integer from -20 to 2^20");
  }
  EXPECT_EQ(error_of([] { static_cast<void>(with({"x=nan"}).get_double("x")); }),
            "demo: parameter x=nan: expected a number from 0.001 to 10");
}

TEST(parameters, ranges_include_both_ends_and_nothing_beyond) {
  EXPECT_EQ(with({"n=-20"}).get_int("n"), -20);
  EXPECT_EQ(with({"n=1048576"}).get_size("n"), std::size_t{1} << 20U);
  EXPECT_DOUBLE_EQ(with({"x=10"}).get_double("x"), 10);
  EXPECT_EQ(error_of([] { static_cast<void>(with({"n=-21"}).get_int("n")); }),
            "demo: parameter n=-21: expected an integer from -20 to 2^20");
  EXPECT_EQ(error_of([] { static_cast<void>(with({"n=1048577"}).get_size("n")); }),
            "demo: parameter n=1048577: expected an integer from -20 to 2^20");
  EXPECT_EQ(error_of([] { static_cast<void>(with({"x=10.5"}).get_double("x")); }),
            "demo: parameter x=10.5: expected a number from 0.001 to 10");
}

TEST(parameters, name_an_entry_of_a_list) {
  struct entry {
    std::string name;
    int number;
  };

  const std::vector<entry> entries{{"a", 1}, {"b", 2}};
  const std::span<const entry> known(entries);
  EXPECT_EQ(names_of_entries(known), (name_list{"a", "b"}));
  EXPECT_EQ(with({}).get_entry("kind", known).number, 1);
  EXPECT_EQ(with({"kind=b"}).get_entry("kind", known).number, 2);
  EXPECT_EQ(error_of([&] { static_cast<void>(with({"kind=c"}).get_entry("kind", known)); }),
            "demo: parameter kind=c: expected one of a, b");
}

// The values in help texts and errors can be typed as they are, except for powers.
TEST(parameters, help_texts_state_the_values) {
  EXPECT_EQ(values_text({}), "");
  EXPECT_EQ(values_text(integer_range{0, 65'535}), "0 to 65535");
  EXPECT_EQ(values_text(integer_range{1, 65'536}), "1 to 2^16");
  EXPECT_EQ(values_text(integer_range{1'000'000, 10'000'000}), "1000000 to 10^7");
  EXPECT_EQ(values_text(integer_range{-65'536, 20'000'000}), "-65536 to 20000000");
  EXPECT_EQ(values_text(number_range{1e-12, 1e5}), "1e-12 to 100000");
  EXPECT_EQ(values_text(name_list{"S", "W"}), "S, W");
}

TEST(parameters, errors_name_unknown_keys_and_the_known_ones) {
  EXPECT_EQ(error_of([] { static_cast<void>(with({"m=1"})); }),
            "demo has no parameter 'm': expected one of n, x, kind, path");
  EXPECT_EQ(error_of([] { with({"n"}); }), "demo: cannot read parameter 'n': expected key=value");
  EXPECT_EQ(error_of([] { with({"=1"}); }), "demo: cannot read parameter '=1': expected key=value");
}

TEST(parameters, sizes_have_the_names_that_users_know) {
  for (const problem_size size :
       {problem_size::small, problem_size::standard, problem_size::paper}) {
    EXPECT_EQ(parse_problem_size(to_string(size)), size);
  }
  EXPECT_EQ(to_string(problem_size::standard), "default");
  EXPECT_EQ(error_of([] { static_cast<void>(parse_problem_size("huge")); }),
            "unknown size 'huge': expected small, default or paper");
}

}  // namespace
}  // namespace nuthatch::workloads
