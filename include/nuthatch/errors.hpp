// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

/// The exceptions that Nuthatch itself throws. Exceptions of tasks reach the caller unchanged,
/// unless several reach the same sync: then task_errors contains all of them.

#include <exception>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace nuthatch {

/// Base of every exception that Nuthatch itself throws. what() states what was attempted, what was
/// found and, where there is one, the remedy.
class [[gnu::visibility("default")]] error : public std::runtime_error {
 public:
  explicit error(const std::string& message) : std::runtime_error(message) {}

  error(const error&) = default;
  error& operator=(const error&) = default;
  ~error() override;
};

/// An option, an environment variable or a description given by the user is invalid. what() names
/// it, the value found and the values that are valid.
class [[gnu::visibility("default")]] option_error : public error {
 public:
  explicit option_error(const std::string& message) : error(message) {}

  option_error(const option_error&) = default;
  option_error& operator=(const option_error&) = default;
  ~option_error() override;
};

/// No further stack is available: options::max_stacks is reached, or the system provides no more
/// address space or mappings. The operation that needed the stack throws this; tasks that were
/// spawned before are not affected.
class [[gnu::visibility("default")]] stack_limit_error : public error {
 public:
  explicit stack_limit_error(const std::string& message) : error(message) {}

  stack_limit_error(const stack_limit_error&) = default;
  stack_limit_error& operator=(const stack_limit_error&) = default;
  ~stack_limit_error() override;
};

/// Thrown in place of a result by what was stopped (see stopping.hpp): a finish, a parallel loop, a
/// reduction or an algorithm. A finish that was stopped does not throw the `stopped` of its tasks.
/// A join that receives exceptions of other types as well throws only these.
class [[gnu::visibility("default")]] stopped : public error {
 public:
  stopped();

  stopped(const stopped&) = default;
  stopped& operator=(const stopped&) = default;
  ~stopped() override;
};

/// More than one of the tasks that a sync waited for ended with an exception. This object contains
/// all of these exceptions. A sync that receives exactly one exception rethrows that one itself
/// instead.
class [[gnu::visibility("default")]] task_errors : public error {
 public:
  /// @param all  the exceptions; neither empty nor containing a null pointer. what() cites the
  ///         first few.
  explicit task_errors(std::vector<std::exception_ptr> all);

  task_errors(const task_errors&) = default;
  task_errors& operator=(const task_errors&) = default;
  ~task_errors() override;

  /// Returns all exceptions in the order in which they reached the sync, which is not the order of
  /// the spawns. If a task itself threw a task_errors, its exceptions are listed here in its place.
  /// The reference is valid as long as this object or a copy of it exists.
  [[nodiscard]] const std::vector<std::exception_ptr>& all() const noexcept { return *all_; }

 private:
  // Shared, because copying an exception object must not throw.
  std::shared_ptr<const std::vector<std::exception_ptr>> all_;
};

}  // namespace nuthatch
