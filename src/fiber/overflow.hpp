// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace nuthatch::fiber {

/// A row of stacks of equal size, each with a guard page at its low end.
struct watched_stacks {
  std::byte* first;
  std::size_t bytes;
  std::size_t stack_size;
};

/// From now on, touching a guard page in the row terminates the process with a message that names
/// the task, the stack size and the remedy, instead of a bare SIGSEGV. The first call installs the
/// process's handler; it passes other faults to the previous handler.
void watch_stacks(const watched_stacks& row);
void unwatch_stacks(const std::byte* first) noexcept;

/// A signal stack for the calling worker thread, without which no handler could run on a full
/// stack. If no memory is available, there is none, and an overflow ends the process without the
/// message.
class signal_stack {
 public:
  signal_stack() noexcept;
  signal_stack(const signal_stack&) = delete;
  signal_stack& operator=(const signal_stack&) = delete;
  ~signal_stack();

 private:
  void give_back() noexcept;

  std::byte* memory_ = nullptr;
  std::size_t bytes_;
};

}  // namespace nuthatch::fiber
