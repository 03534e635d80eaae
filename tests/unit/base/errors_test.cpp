// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/errors.hpp>

#include "base/os_error.hpp"

namespace nuthatch {
namespace {

using ::testing::HasSubstr;

static_assert(std::is_base_of_v<std::runtime_error, error>);
static_assert(std::is_base_of_v<error, option_error>);
static_assert(std::is_base_of_v<error, stack_limit_error>);
static_assert(std::is_base_of_v<error, task_errors>);
static_assert(std::is_base_of_v<error, base::os_error>);
static_assert(std::is_nothrow_copy_constructible_v<task_errors>);

TEST(errors, keep_their_message) {
  EXPECT_STREQ(error("plain").what(), "plain");
  EXPECT_STREQ(option_error("option").what(), "option");
  EXPECT_STREQ(stack_limit_error("stacks").what(), "stacks");
}

TEST(errors, are_caught_as_the_base) {
  EXPECT_THROW(throw option_error("x"), error);
  EXPECT_THROW(throw stack_limit_error("x"), std::runtime_error);
}

TEST(task_errors, hold_all_and_cite_them) {
  const task_errors several(
      {std::make_exception_ptr(std::logic_error("first")), std::make_exception_ptr(42)});
  EXPECT_EQ(several.all().size(), 2U);
  EXPECT_THROW(std::rethrow_exception(several.all()[0]), std::logic_error);
  EXPECT_THROW(std::rethrow_exception(several.all()[1]), int);
  EXPECT_STREQ(several.what(),
               "2 tasks ended with exceptions: [1] first; [2] an exception that is not a "
               "std::exception");
}

TEST(task_errors, cite_only_the_first_of_many) {
  std::vector<std::exception_ptr> many;
  many.reserve(100);
  for (int i = 0; i < 100; ++i) {
    many.push_back(std::make_exception_ptr(std::runtime_error("number " + std::to_string(i))));
  }
  const task_errors all(many);
  EXPECT_THAT(all.what(), HasSubstr("[3] number 2; and 97 more"));
  EXPECT_EQ(all.all().size(), 100U);
}

TEST(task_errors, share_their_exceptions_with_copies) {
  std::optional<task_errors> original(
      std::vector{std::make_exception_ptr(1), std::make_exception_ptr(2)});
  const task_errors copy = *original;
  EXPECT_EQ(&copy.all(), &original->all());
  original.reset();
  EXPECT_EQ(copy.all().size(), 2U);
}

TEST(task_errors, refuse_to_be_empty) {
  EXPECT_DEATH(throw task_errors({}), "task_errors without an exception");
}

TEST(os_error, says_attempt_reason_and_remedy) {
  const base::os_error refused(ENOMEM, "reserve 4096 bytes", "Use less.");
  EXPECT_EQ(refused.code(), ENOMEM);
  EXPECT_STREQ(refused.what(),
               "cannot reserve 4096 bytes: Cannot allocate memory (errno 12). Use less.");
}

TEST(os_error, needs_no_remedy) {
  EXPECT_STREQ(base::os_error(EINVAL, "do it").what(), "cannot do it: Invalid argument (errno 22)");
}

}  // namespace
}  // namespace nuthatch
