// SPDX-License-Identifier: Apache-2.0
#include "workloads/parameters.hpp"

#include <functional>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::workloads {
namespace {

const std::vector<parameter> list{{"n", "how many", {"1", "20", "300"}},
                                  {"path", "where", {"/a", "/b", "/c"}}};

parameters with(const std::vector<std::string>& overrides,
                problem_size size = problem_size::small) {
  return {"demo", list, size, overrides};
}

std::string error_of(const std::function<void()>& action) {
  try {
    action();
  } catch (const option_error& problem) {
    return problem.what();
  }
  return "no error";
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
  ASSERT_EQ(chosen.values().size(), 2U);
  EXPECT_EQ(chosen.values().find("n")->second, "5");
  EXPECT_EQ(chosen.values().find("path")->second, "/a");
}

TEST(parameters, numbers_are_read_whole_or_not_at_all) {
  EXPECT_EQ(with({"n=-12"}).get_int("n"), -12);
  EXPECT_EQ(with({"n=12"}).get_size("n", 0, 12), 12U);
  EXPECT_DOUBLE_EQ(with({"n=1.5e-3"}).get_double("n"), 1.5e-3);
  for (const char* const text : {"n=", "n=x", "n=1x", "n= 1", "n=1.5", "n=99999999999999999999"}) {
    EXPECT_EQ(error_of([&] { static_cast<void>(with({text}).get_int("n")); }),
              "demo: parameter " + std::string(text) + ": expected an integer");
  }
  EXPECT_EQ(error_of([] { static_cast<void>(with({"n=nan"}).get_double("n")); }),
            "demo: parameter n=nan: expected a number");
}

TEST(parameters, errors_say_which_range_would_be_right) {
  EXPECT_EQ(error_of([] { static_cast<void>(with({"n=91"}).get_int("n", 0, 90)); }),
            "demo: parameter n=91: expected an integer from 0 to 90");
  EXPECT_EQ(error_of([] { static_cast<void>(with({"n=0"}).get_int("n", 1)); }),
            "demo: parameter n=0: expected an integer of at least 1");
  EXPECT_EQ(error_of([] { static_cast<void>(with({"n=-1"}).get_size("n", 2, 8)); }),
            "demo: parameter n=-1: expected an integer from 2 to 8");
  EXPECT_EQ(error_of([] { static_cast<void>(with({"n=0.5"}).get_double("n", 1, 2)); }),
            "demo: parameter n=0.5: expected a number from 1 to 2");
}

TEST(parameters, name_an_entry_of_a_list) {
  struct place {
    std::string name;
    int number;
  };

  const std::vector<place> places{{"/a", 1}, {"/b", 2}};
  const std::span<const place> known(places);
  EXPECT_EQ(with({}).get_entry("path", known).number, 1);
  EXPECT_EQ(with({"path=/b"}).get_entry("path", known).number, 2);
  EXPECT_EQ(error_of([&] { static_cast<void>(with({"path=/c"}).get_entry("path", known)); }),
            "demo: parameter path=/c: expected one of /a, /b");
}

TEST(parameters, errors_name_unknown_keys_and_the_known_ones) {
  EXPECT_EQ(error_of([] { static_cast<void>(with({"m=1"})); }),
            "demo has no parameter 'm': expected one of n, path");
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
