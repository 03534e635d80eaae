// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

/// What Nuthatch throws of its own accord. Exceptions of tasks are passed on as they are; only when
/// several reach the same sync are they wrapped, in task_errors.

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace nuthatch {

/// Base of every exception that Nuthatch itself throws. what() says what was tried, what was found,
/// and, where there is one, the remedy.
class [[gnu::visibility("default")]] error : public std::runtime_error {
 public:
  explicit error(const std::string& message) : std::runtime_error(message) {}

  error(const error&) = default;
  error& operator=(const error&) = default;
  ~error() override;
};

/// An option, an environment variable or a description handed in by the user is not valid. what()
/// names it, the value found and what would be right.
class [[gnu::visibility("default")]] option_error : public error {
 public:
  explicit option_error(const std::string& message) : error(message) {}

  option_error(const option_error&) = default;
  option_error& operator=(const option_error&) = default;
  ~option_error() override;
};

/// No further stack may be had: options::max_stacks is reached, or the system gives no more address
/// space or mappings. Thrown by the operation that needed the stack; spawned tasks are unharmed.
class [[gnu::visibility("default")]] stack_limit_error : public error {
 public:
  explicit stack_limit_error(const std::string& message) : error(message) {}

  stack_limit_error(const stack_limit_error&) = default;
  stack_limit_error& operator=(const stack_limit_error&) = default;
  ~stack_limit_error() override;
};

/// More than one of the tasks that a sync waited for ended with an exception. Holds all of them, so
/// that none is lost; a sync that receives exactly one exception rethrows that one itself instead.
class [[gnu::visibility("default")]] task_errors : public error {
 public:
  /// `all` must not be empty and must hold no null pointer. what() cites the first few.
  explicit task_errors(std::vector<std::exception_ptr> all);

  task_errors(const task_errors&) = default;
  task_errors& operator=(const task_errors&) = default;
  ~task_errors() override;

  /// Every exception, in the order in which they reached the sync, which is not the order of the
  /// spawns. Where a task itself threw a task_errors, what that held is here instead of it. Valid
  /// as long as this object or a copy of it lives.
  [[nodiscard]] const std::vector<std::exception_ptr>& all() const noexcept { return *all_; }

 private:
  // Shared, since copying an exception object must not throw.
  std::shared_ptr<const std::vector<std::exception_ptr>> all_;
};

}  // namespace nuthatch
