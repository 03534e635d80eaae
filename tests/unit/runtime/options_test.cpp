// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "environment_variable.hpp"
#include "message_of.hpp"

namespace nuthatch {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using variable = testing::environment_variable;

/// Returns the text of the option_error that from_environment() throws if one variable is set;
/// empty if it throws none.
std::string complaint_about(const char* name, const char* value) {
  const variable set(name, value);
  return testing::message_of<option_error>([] { static_cast<void>(options::from_environment()); });
}

std::string complaint_about(const options& wanted) {
  return testing::message_of<option_error>([&] { const runtime refused(wanted); });
}

TEST(options_test, sizes_have_suffixes) {
  const std::map<const char*, std::size_t> sizes = {{"16K", 16U << 10U},
                                                    {"16k", 16U << 10U},
                                                    {"2M", 2U << 20U},
                                                    {"2m", 2U << 20U},
                                                    {"1G", 1U << 30U},
                                                    {"100000", 100'000}};
  for (const auto& [text, bytes] : sizes) {
    const variable set("NUTHATCH_STACK_SIZE", text);
    EXPECT_EQ(options::from_environment().stack_size, bytes) << text;
  }
}

TEST(options_test, wrong_variables_are_named_with_what_would_be_right) {
  EXPECT_THAT(complaint_about("NUTHATCH_WORKERS", "many"),
              AllOf(HasSubstr("NUTHATCH_WORKERS"),
                    HasSubstr("\"many\""),
                    HasSubstr("0 for automatic"),
                    HasSubstr(std::to_string(max_workers))));
  for (const char* const wrong : {"-1", "4097", "1.5", "3 ", " 3", "0x3", "99999999999999999999"}) {
    EXPECT_THAT(complaint_about("NUTHATCH_WORKERS", wrong), HasSubstr(wrong));
  }
  EXPECT_THAT(complaint_about("NUTHATCH_POLICY", "eager"),
              AllOf(HasSubstr("NUTHATCH_POLICY"),
                    HasSubstr("\"eager\""),
                    HasSubstr("work_first"),
                    HasSubstr("help_first"),
                    HasSubstr("adaptive")));
  for (const char* const wrong : {"1T", "K", "1KK", "-1K", "99999999999G", "1 M", "1000"}) {
    EXPECT_THAT(complaint_about("NUTHATCH_STACK_SIZE", wrong),
                AllOf(HasSubstr("NUTHATCH_STACK_SIZE"), HasSubstr(wrong), HasSubstr("K, M or G")));
  }
  EXPECT_THAT(complaint_about("NUTHATCH_MAX_STACKS", "all"),
              AllOf(HasSubstr("NUTHATCH_MAX_STACKS"), HasSubstr("0 for automatic")));
  EXPECT_THAT(complaint_about("NUTHATCH_PIN", "yes"),
              AllOf(HasSubstr("NUTHATCH_PIN"), HasSubstr("\"yes\""), HasSubstr("0 or 1")));
  EXPECT_THAT(complaint_about("NUTHATCH_SEED", "lucky"),
              AllOf(HasSubstr("NUTHATCH_SEED"), HasSubstr("\"lucky\"")));
  for (const char* const wrong : {"yes", "2", "01", "true", " 1"}) {
    EXPECT_THAT(complaint_about("NUTHATCH_REPRODUCIBLE", wrong),
                AllOf(HasSubstr("NUTHATCH_REPRODUCIBLE"),
                      HasSubstr("\"" + std::string(wrong) + "\""),
                      HasSubstr("0 or 1")));
  }
}

TEST(options_test, runtime_refuses_what_cannot_be) {
  options wrong;
  wrong.scheduler = "round_robin";
  EXPECT_THAT(complaint_about(wrong),
              AllOf(HasSubstr("scheduler"), HasSubstr("round_robin"), HasSubstr("work_stealing")));

  wrong = {};
  wrong.workers = max_workers + 1;
  EXPECT_THAT(complaint_about(wrong),
              AllOf(HasSubstr("workers"), HasSubstr("4097"), HasSubstr("4096")));

  wrong = {};
  wrong.workers = 1;
  wrong.stack_size = 1000;
  EXPECT_THAT(complaint_about(wrong),
              AllOf(HasSubstr("stack_size"), HasSubstr("1000"), HasSubstr("16384")));
  wrong.stack_size = std::size_t{1} << 40;
  EXPECT_THAT(complaint_about(wrong), HasSubstr("stack_size"));

  wrong = {};
  wrong.workers = 8;
  wrong.max_stacks = 15;
  EXPECT_THAT(complaint_about(wrong),
              AllOf(HasSubstr("max_stacks"), HasSubstr("15"), HasSubstr("at least 16")));
}

TEST(options_test, runtime_names_the_variable_that_was_wrong) {
  const auto refused = [](const char* name, const char* value) {
    const std::string of_the_text = complaint_about(name, value);
    const variable set(name, of_the_text.empty() ? value : "");
    return of_the_text.empty() ? complaint_about(options::from_environment()) : of_the_text;
  };
  const variable workers("NUTHATCH_WORKERS", "8");
  for (const auto& [name, value] : {std::pair{"NUTHATCH_SCHEDULER", "round_robin"},
                                    std::pair{"NUTHATCH_PLACES", "nowhere"},
                                    std::pair{"NUTHATCH_CROSS_PLACE_STEALS", "1"},
                                    std::pair{"NUTHATCH_STACK_SIZE", "1000"},
                                    std::pair{"NUTHATCH_MAX_STACKS", "15"}}) {
    EXPECT_THAT(refused(name, value), StartsWith(std::string(name) + ": "));
  }
  EXPECT_THAT(refused("NUTHATCH_PLACES", "nowhere"), HasSubstr("\"nowhere\""));

  options elsewhere;
  elsewhere.places = "everywhere";
  const variable places("NUTHATCH_PLACES", "nowhere");
  EXPECT_THAT(complaint_about(elsewhere), StartsWith("places: \"everywhere\""));
}

TEST(options_test, policies_have_names) {
  for (const spawn_policy each :
       {spawn_policy::adaptive, spawn_policy::work_first, spawn_policy::help_first}) {
    EXPECT_EQ(spawn_policy_from(to_string(each), "policy"), each);
  }
  EXPECT_EQ(to_string(spawn_policy::help_first), "help_first");
  EXPECT_THROW(static_cast<void>(spawn_policy_from("Work_First", "policy")), option_error);
}

TEST(options_test, automatic_choices_are_resolved) {
  const runtime automatic{options()};
  EXPECT_GE(automatic.workers(), 1U);
  EXPECT_EQ(automatic.configuration().workers, automatic.workers());
}

// The default runtime is created from the environment. Its first user gets the errors.
TEST(options_death_test, default_runtime_reports_a_wrong_environment) {
  EXPECT_EXIT(
      {
        const variable set("NUTHATCH_WORKERS", "many");
        try {
          fork_join([] {}, [] {});
        } catch (const option_error& refused) {
          std::fputs(refused.what(), stderr);
          std::exit(3);  // NOLINT(concurrency-mt-unsafe)
        }
      },
      ::testing::ExitedWithCode(3),
      "NUTHATCH_WORKERS");
}

TEST(options_death_test, default_runtime_follows_the_environment) {
  EXPECT_EXIT(
      {
        const variable set("NUTHATCH_WORKERS", "5");
        // NOLINTNEXTLINE(concurrency-mt-unsafe)
        std::exit(static_cast<int>(runtime::default_instance().workers()));
      },
      ::testing::ExitedWithCode(5),
      "");
}

}  // namespace
}  // namespace nuthatch
