// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include <pthread.h>

namespace nuthatch::platform {

struct thread_options {
  std::string name;  ///< as shown by ps and gdb; cut to 15 characters
  std::optional<unsigned>
      cpu;  ///< bound to it before it runs at all; else it inherits its maker's mask
  std::size_t stack_bytes = 0;  ///< of its stack; 0: as the system says
};

struct stack_bounds {
  std::byte* lowest;
  std::byte* highest;
};

/// Where the calling thread's own stack lies.
[[nodiscard]] stack_bounds this_thread_stack();

/// An OS thread that has to be joined.
///
/// Signals: a thread starts with the signal mask of the thread that makes it, as with std::thread.
/// Blocking everything instead would keep handlers off the workers, but programs that tasks start
/// would inherit the mask and could not be interrupted any more. The kernel prefers the main thread
/// for signals to the process, so handlers seldom run on a worker; who wants to be sure blocks the
/// signals before making a runtime. Handlers that do run on a worker need their share of its stack.
class thread {
 public:
  thread() = default;

  /// Starts `body`. Throws base::os_error naming the thread and the remedy when the system has no
  /// thread to give or refuses the cpu. An exception that leaves `body` ends the program.
  thread(const thread_options& options, std::function<void()> body);

  thread(const thread&) = delete;
  thread& operator=(const thread&) = delete;
  thread(thread&& other) noexcept;
  thread& operator=(thread&& other) noexcept;
  /// The thread must have been joined, moved from or never started.
  ~thread();

  [[nodiscard]] bool joinable() const noexcept { return handle_.has_value(); }

  /// As POSIX names it. Only when joinable().
  // NOLINTNEXTLINE(bugprone-unchecked-optional-access)
  [[nodiscard]] pthread_t handle() const noexcept { return *handle_; }

  /// Waits for the end of `body`; what it wrote is visible afterwards. Only when joinable().
  void join();

 private:
  std::optional<pthread_t> handle_;
};

}  // namespace nuthatch::platform
