// SPDX-License-Identifier: Apache-2.0
#include "cli/options/runtime_flags.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>  // holds definitions that App.hpp needs
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/measure/measurement.hpp"
#include "cli/options/bad_input.hpp"
#include "cli/options/option_values.hpp"
#include "cli/present/reports.hpp"
#include "environment_variable.hpp"
#include "message_of.hpp"
#include "other_values.hpp"
#include "shown_runs.hpp"

namespace nuthatch::cli {
namespace {

using configuration::option;
using configuration::value_kind;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// The options that a command line results in.
struct parsed {
  runtime_flags flags;
  CLI::App command;

  explicit parsed(std::vector<std::string> arguments) {
    flags.add_to(command);
    command.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
  }
};

std::vector<std::string> typed(const option& what, const std::string& value) {
  return what.kind() == value_kind::yes_or_no ? std::vector{what.flag()}
                                              : std::vector{what.flag(), value};
}

template <class Error>
std::string complaint(const option& what, const std::string& value) {
  return testing::message_of<Error>(
      [&] { static_cast<void>(parsed(typed(what, value)).flags.resolve()); });
}

TEST(runtime_flags, every_option_has_a_flag) {
  for (const listed_option& each : option_list()) {
    const std::string value = testing::other_value(*each.what);
    const parsed line(typed(*each.what, value));
    EXPECT_EQ(each.what->shown(line.flags.resolve()), value) << each.what->name;
    EXPECT_TRUE(line.flags.given(each.what->name)) << each.what->name;
    EXPECT_FALSE(parsed({}).flags.given(each.what->name)) << each.what->name;
  }
}

TEST(runtime_flags, the_environment_counts_where_no_flag_does) {
  for (const listed_option& each : option_list()) {
    const std::string value = testing::other_value(*each.what);
    const testing::environment_variable set(each.what->variable(), value);
    EXPECT_EQ(each.what->shown(parsed({}).flags.resolve()), value) << each.what->name;
    if (each.what->kind() != value_kind::yes_or_no && !each.what->shown(options()).empty()) {
      const std::string usual = each.what->shown(options());
      EXPECT_EQ(each.what->shown(parsed(typed(*each.what, usual)).flags.resolve()), usual);
    }
  }
}

TEST(runtime_flags, flag_and_variable_take_the_same_sizes) {
  const option& size = *find_option("stack_size");
  for (const char* const text :
       {"65536", "64k", "64K", "64KiB", "1m", "1M", "1MiB", "1g", "1GiB"}) {
    const std::string by_flag = size.shown(parsed({"--stack-size", text}).flags.resolve());
    const testing::environment_variable set("NUTHATCH_STACK_SIZE", text);
    EXPECT_EQ(size.shown(options::from_environment()), by_flag) << text;
  }
}

TEST(runtime_flags, wrong_values_name_the_flag) {
  for (const listed_option& each : option_list()) {
    if (!each.what->names().empty()) {
      EXPECT_THAT(complaint<usage_error>(*each.what, "nothing like it"),
                  StartsWith(each.what->flag() + ": there is no "));
    } else if (!each.what->unit.empty()) {
      EXPECT_THAT(complaint<option_error>(*each.what, "-1"),
                  StartsWith(each.what->flag() + ": \"-1\" is not valid"));
    }
  }
}

TEST(runtime_flags, help_says_what_the_list_says) {
  CLI::App command;
  runtime_flags flags;
  flags.add_to(command);
  for (const listed_option& each : option_list()) {
    const std::string help = command.get_option(each.what->flag())->get_description();
    EXPECT_THAT(help, StartsWith(std::string(each.what->about)));
    if (each.what->kind() != value_kind::yes_or_no) {
      EXPECT_THAT(help, HasSubstr(each.what->usual() + " by default"));
    }
  }
}

TEST(runtime_flags, reports_have_every_option) {
  bench_run run = testing::unmeasured_run();
  for (const listed_option& each : option_list()) {
    each.what->set(run.runtime_options, testing::other_value(*each.what), "it");
  }
  run.plan.policy = run.runtime_options.policy;
  const nlohmann::json document = nlohmann::json::parse(bench_json(run));
  for (const listed_option& each : option_list()) {
    const std::string name(each.what->name);
    const nlohmann::json& field =
        document.at("options").contains(name) ? document.at("options").at(name) : document.at(name);
    const std::string value = testing::other_value(*each.what);
    const std::string text = field.is_string()    ? field.get<std::string>()
                             : field.is_boolean() ? std::to_string(int{field.get<bool>()})
                                                  : field.dump();
    EXPECT_EQ(text, value) << name;
  }
}

}  // namespace
}  // namespace nuthatch::cli
