// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::core {

class worker;

// A child process made by fork has a copy of everything but the threads. So it has the teams of its
// parent, without their workers; and if a task forked, it is itself the copy of that task, on a
// worker's thread and stack.
//
//  - A team knows in which process it was made, and refuses work in any other.
//  - The worker on whose thread the fork was called is marked there, also by a poll bit, so
//    that spawns come by. Whatever the task that goes on then asks of it ends the process with a
//    message. Plain C++, exec, exit and runtimes made in the child are fine.
//
// No lock that a worker of the parent may hold is taken on the way there. Those of what a process
// makes at its first use are open in every child (platform/forking.hpp).

/// Which of the processes that descend from each other this one is. Differs from the parent's.
[[nodiscard]] std::uint32_t process_number() noexcept;

/// Whether this is a copy of the worker in a child process.
[[nodiscard]] bool is_in_forked_process(const worker& self) noexcept;

/// Called when the program is loaded, and again before the first worker is made. Throws os_error.
void watch_forks();

/// Says that a task that forked went on in the child, and aborts.
[[noreturn, gnu::cold]] void end_in_forked_process() noexcept;

}  // namespace nuthatch::core
