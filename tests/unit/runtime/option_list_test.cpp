// SPDX-License-Identifier: Apache-2.0
#include "runtime/option_list.hpp"

#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "environment_variable.hpp"
#include "other_values.hpp"

namespace nuthatch {
namespace {

using configuration::option;
using configuration::value_kind;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Converts to the first member of any aggregate.
struct anything {
  template <class Member>
  operator Member() const;  // NOLINT(google-explicit-constructor)
};

template <class Aggregate, std::size_t... Index>
consteval bool takes(std::index_sequence<Index...> /*members*/) {
  return requires { Aggregate{(static_cast<void>(Index), anything())...}; };
}

/// Returns the number of members of a struct.
template <class Aggregate, std::size_t Members = 0>
consteval std::size_t members() {
  if constexpr (takes<Aggregate>(std::make_index_sequence<Members + 1>())) {
    return members<Aggregate, Members + 1>();
  } else {
    return Members;
  }
}

TEST(option_list, has_every_member_once) {
  struct three {
    int one;
    std::string two;
    bool three;
  };

  static_assert(members<three>() == 3);
  std::set<std::string_view> names;
  for (const listed_option& each : option_list()) {
    EXPECT_TRUE(names.insert(each.what->name).second) << each.what->name;
    EXPECT_FALSE(each.what->about.empty()) << each.what->name;
    EXPECT_EQ(each.what->placeholder.empty(), each.what->kind() == value_kind::yes_or_no)
        << each.what->name;
    EXPECT_EQ(find_option(each.what->name), each.what);
  }
  EXPECT_EQ(names.size(), members<options>());
  EXPECT_EQ(find_option("nothing"), nullptr);
}

TEST(option_list, members_are_those_of_their_names) {
  for (const listed_option& one : option_list()) {
    options changed;
    one.what->set(changed, testing::other_value(*one.what), "it");
    for (const listed_option& other : option_list()) {
      EXPECT_EQ(other.what->shown(changed) != other.what->shown(options()), one.what == other.what)
          << one.what->name << " and " << other.what->name;
    }
  }
  options changed;
  find_option("stack_size")->set(changed, "64K", "it");
  EXPECT_EQ(changed.stack_size, 65'536U);
  find_option("max_stacks")->set(changed, "500", "it");
  EXPECT_EQ(changed.max_stacks, 500U);
}

TEST(option_list, every_variable_is_read) {
  for (const listed_option& each : option_list()) {
    const std::string value = testing::other_value(*each.what);
    const testing::environment_variable set(each.what->variable(), value);
    EXPECT_EQ(each.what->shown(options::from_environment()), value) << each.what->name;
  }
}

TEST(option_list, empty_variables_count_as_unset) {
  for (const listed_option& each : option_list()) {
    const testing::environment_variable set(each.what->variable(), "");
    EXPECT_EQ(each.what->shown(options::from_environment()), each.what->shown(options()))
        << each.what->name;
  }
}

TEST(option_list, defaults_are_right) {
  for (const listed_option& each : option_list()) {
    EXPECT_NO_THROW(each.what->check(options())) << each.what->name;
    options same;
    EXPECT_NO_THROW(each.what->set(same, each.what->shown(same), "it")) << each.what->name;
  }
}

TEST(option_list, a_runtime_checks_every_range) {
  for (const listed_option& each : option_list()) {
    const std::uint64_t last = each.what->allowed.last;
    if (each.what->unit.empty() || last == configuration::number_range().last) {
      continue;
    }
    option without_limit = *each.what;
    without_limit.allowed = {};
    options wrong;
    wrong.workers = 1;
    without_limit.set(wrong, std::to_string(last + 1), "it");
    try {
      const runtime refused(wrong);
      ADD_FAILURE() << each.what->name << ": " << last + 1 << " is taken";
    } catch (const option_error& error) {
      EXPECT_THAT(error.what(),
                  AllOf(StartsWith(std::string(each.what->name) + ": "),
                        HasSubstr(std::to_string(last + 1)),
                        HasSubstr("to " + std::to_string(last))));
    }
  }
}

TEST(option_list, schedulers_own_theirs) {
  for (const scheduling::entry& scheduler : scheduling::registry()) {
    for (const option& each : scheduler.options) {
      bool listed = false;
      for (const listed_option& one : option_list()) {
        listed = listed || (one.what == &each && one.of != nullptr && one.concerns(scheduler.name));
      }
      EXPECT_TRUE(listed) << each.name;
    }
  }
}

}  // namespace
}  // namespace nuthatch
