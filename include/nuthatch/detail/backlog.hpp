// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace nuthatch {

/// Which of the tasks that wait for others begin first.
enum class priority : std::uint8_t { normal, high };

namespace detail {

/// A task that may have to wait in a backlog.
struct queued_call {
  queued_call() noexcept = default;
  queued_call(const queued_call&) = delete;
  queued_call& operator=(const queued_call&) = delete;
  virtual ~queued_call() = default;

  virtual void call() = 0;

  std::unique_ptr<queued_call> next;
};

/// Tasks that wait until fewer than a number of others run. They are run by *runners*, at most that
/// number, each of which takes one task after the other.
///
/// Any thread calls the operations `any_…`.
class backlog {
 public:
  /// Throws std::invalid_argument for a limit of 0.
  explicit backlog(std::size_t limit);
  backlog(const backlog&) = delete;
  backlog& operator=(const backlog&) = delete;
  ~backlog();

  /// Adds a task. Returns whether the caller has to start a runner, which counts from now on.
  [[nodiscard]] bool any_add(std::unique_ptr<queued_call> made, priority how) noexcept;

  /// Returns whether tasks wait and there is no runner; then the caller has to start one, which
  /// counts from now on.
  [[nodiscard]] bool any_lacks_runner() noexcept;

  /// Removes the newest task of that priority, for which a runner could not be started, unless it
  /// is not there any more.
  bool any_take_back(const queued_call* made, priority how) noexcept;

 private:
  friend class backlog_runner;

  struct call_queue;
  struct waiting;

  /// Runs tasks until none waits, or a finish around is stopped. Throws what they throw.
  void run();

  /// Forgets a runner that did not begin. Unless it could not be started, a finish around was
  /// stopped, and the last runner leaves out the tasks that wait.
  void end_unstarted_runner(bool is_stopped) noexcept;

  [[nodiscard]] std::unique_ptr<queued_call> take() noexcept;

  std::unique_ptr<waiting> waiting_;
};

/// The closure of a runner that counts.
class backlog_runner {
 public:
  explicit backlog_runner(backlog& of) noexcept : of_(&of) {}

  backlog_runner(backlog_runner&& other) noexcept
      : of_(std::exchange(other.of_, nullptr)),
        was_moved_(true) {}

  backlog_runner(const backlog_runner&) = delete;
  backlog_runner& operator=(const backlog_runner&) = delete;
  backlog_runner& operator=(backlog_runner&&) = delete;

  ~backlog_runner() {
    if (of_ != nullptr) {
      of_->end_unstarted_runner(was_moved_);
    }
  }

  void operator()() { std::exchange(of_, nullptr)->run(); }

 private:
  backlog* of_;
  bool was_moved_ = false;  // into a task
};

}  // namespace detail

}  // namespace nuthatch
