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
      cpu;  ///< bound to it before it runs at all; otherwise it inherits its creator's mask
  std::size_t stack_bytes = 0;  ///< size of its stack; 0: the system's default
};

struct stack_bounds {
  std::byte* lowest;
  std::byte* highest;
};

/// Returns the bounds of the calling thread's own stack.
[[nodiscard]] stack_bounds this_thread_stack();

/// An OS thread that has to be joined.
///
/// Signals: a thread starts with the signal mask of the thread that creates it, as with
/// std::thread. Blocking everything instead would keep handlers off the workers, but programs that
/// tasks start would inherit the mask and could not be interrupted any more. The kernel prefers the
/// main thread for signals to the process, so handlers seldom run on a worker. To exclude that,
/// block the signals before creating a runtime. Handlers that do run on a worker need their share
/// of its stack.
class thread {
 public:
  thread() = default;

  /// Starts `body`. Throws base::os_error, which names the thread and the remedy, if the system can
  /// create no thread or refuses the CPU. An exception that leaves `body` terminates the program.
  thread(const thread_options& options, std::function<void()> body);

  thread(const thread&) = delete;
  thread& operator=(const thread&) = delete;
  thread(thread&& other) noexcept;
  thread& operator=(thread&& other) noexcept;
  /// The thread must have been joined, moved from or never started.
  ~thread();

  [[nodiscard]] bool joinable() const noexcept { return handle_.has_value(); }

  /// Returns the POSIX handle. Only when joinable().
  // NOLINTNEXTLINE(bugprone-unchecked-optional-access)
  [[nodiscard]] pthread_t handle() const noexcept { return *handle_; }

  /// Waits for the end of `body`; what it wrote is visible afterwards. Only when joinable().
  void join();

 private:
  std::optional<pthread_t> handle_;
};

}  // namespace nuthatch::platform
