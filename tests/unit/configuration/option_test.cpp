// SPDX-License-Identifier: Apache-2.0
#include "configuration/option.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/errors.hpp>

#include "message_of.hpp"

namespace nuthatch::configuration {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

std::vector<std::string> two_names() {
  return {"this", "that"};
}

constexpr option yes_or_no{.name = "cross_place_steals", .where = &options::cross_place_steals};
constexpr option small_number{
    .name = "workers", .where = &options::workers, .nothing = "automatic", .allowed = {0, 7}};
constexpr option number_of_32_bits{.name = "policy_interval", .where = &options::policy_interval};
constexpr option any_number{.name = "seed", .where = &options::seed};
constexpr option bytes{.name = "stack_size",
                       .where = &options::stack_size,
                       .unit = "bytes",
                       .allowed = {4096, 1U << 20U}};
constexpr option word_of_two{.name = "channel_steal_amount",
                             .where = &options::channel_steal_amount};
constexpr option any_text{.name = "places", .where = &options::places, .nothing = "one"};
constexpr option known_text{.name = "scheduler", .where = &options::scheduler, .known = two_names};

/// Returns the complaint of set() about a text; empty if it accepts the text.
std::string complaint(const option& of, const std::string& text) {
  options changed;
  return testing::message_of<option_error>([&] { of.set(changed, text, "--it"); });
}

/// Returns the complaint of check() about a configuration.
std::string complaint(const option& of, const options& configuration) {
  return testing::message_of<option_error>([&] { of.check(configuration); });
}

TEST(option, flag_and_variable_follow_from_the_name) {
  EXPECT_EQ(yes_or_no.flag(), "--cross-place-steals");
  EXPECT_EQ(yes_or_no.variable(), "NUTHATCH_CROSS_PLACE_STEALS");
}

TEST(option, kinds_follow_from_members) {
  EXPECT_EQ(yes_or_no.kind(), value_kind::yes_or_no);
  EXPECT_EQ(small_number.kind(), value_kind::number);
  EXPECT_EQ(bytes.kind(), value_kind::bytes);
  EXPECT_EQ(word_of_two.kind(), value_kind::word);
  EXPECT_EQ(any_text.kind(), value_kind::text);
}

TEST(option, what_is_shown_can_be_set) {
  for (const auto& [what, text] : {std::pair{yes_or_no, "1"},
                                   std::pair{yes_or_no, "0"},
                                   std::pair{small_number, "7"},
                                   std::pair{any_number, "18446744073709551615"},
                                   std::pair{bytes, "1048576"},
                                   std::pair{word_of_two, "half"},
                                   std::pair{any_text, "2:2"}}) {
    options changed;
    what.set(changed, text, "it");
    EXPECT_EQ(what.shown(changed), text) << what.name;
  }
}

TEST(option, wrong_texts_are_named_with_what_would_be_right) {
  for (const char* const wrong : {"8", "-1", "", " 1", "1 ", "1K", "0x1", "99999999999999999999"}) {
    EXPECT_THAT(complaint(small_number, wrong),
                AllOf(StartsWith("--it: \"" + std::string(wrong) + "\""),
                      HasSubstr("a whole number from 0 to 7, 0 for automatic")));
  }
  EXPECT_THAT(complaint(any_number, "x"), HasSubstr("below 2^64"));
  for (const char* const wrong : {"4095", "2M", "64kb", "K"}) {
    EXPECT_THAT(complaint(bytes, wrong),
                AllOf(HasSubstr("from 4096 to 1048576"), HasSubstr("KiB")));
  }
  EXPECT_EQ(complaint(bytes, "4k"), "");
  EXPECT_THAT(complaint(yes_or_no, "yes"), HasSubstr("0 or 1"));
  EXPECT_THAT(complaint(word_of_two, "all"), HasSubstr("adaptive, one or half"));
}

TEST(option, numbers_fit_their_member) {
  const std::uint64_t too_large = std::uint64_t{std::numeric_limits<std::uint32_t>::max()} + 1;
  EXPECT_EQ(complaint(number_of_32_bits, std::to_string(too_large - 1)), "");
  EXPECT_THAT(complaint(number_of_32_bits, std::to_string(too_large)), StartsWith("--it: "));
}

TEST(option, a_configuration_is_checked_by_the_same_rules) {
  options wrong;
  wrong.workers = 8;
  EXPECT_THAT(complaint(small_number, wrong),
              AllOf(StartsWith("workers: 8 "), HasSubstr("from 0 to 7")));
  wrong.stack_size = 4095;
  EXPECT_THAT(complaint(bytes, wrong), AllOf(StartsWith("stack_size: 4095 "), HasSubstr("4096")));
  wrong.scheduler = "other";
  EXPECT_EQ(complaint(known_text, wrong),
            "scheduler: there is no \"other\"; there is this and that");
  wrong.scheduler = "thta";
  EXPECT_EQ(complaint(known_text, wrong),
            "scheduler: there is no \"thta\"; did you mean that? there is this and that");
  wrong.scheduler = "that";
  EXPECT_EQ(complaint(known_text, wrong), "");
}

TEST(option, defaults_are_said_in_words) {
  EXPECT_EQ(yes_or_no.usual(), "no");
  EXPECT_EQ(small_number.usual(), "0 (automatic)");
  EXPECT_EQ(any_number.usual(), "0");
  EXPECT_EQ(bytes.usual(), "1 MiB");
  EXPECT_EQ(word_of_two.usual(), "adaptive");
  EXPECT_EQ(any_text.usual(), "one");
}

TEST(option, names_are_words_or_known_texts) {
  EXPECT_THAT(word_of_two.names(), ElementsAre("adaptive", "one", "half"));
  EXPECT_THAT(known_text.names(), ElementsAre("this", "that"));
  EXPECT_TRUE(any_text.names().empty());
}

TEST(option, only_lower_numbers_are_raised) {
  options changed;
  changed.policy_interval = 5;
  number_of_32_bits.raise(changed, 4);
  EXPECT_EQ(changed.policy_interval, 5U);
  number_of_32_bits.raise(changed, 6);
  EXPECT_EQ(changed.policy_interval, 6U);
}

}  // namespace
}  // namespace nuthatch::configuration
