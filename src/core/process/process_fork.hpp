// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::core {

class worker;

// A child process created by fork has a copy of everything except for the threads. So it has the
// teams of its parent without their workers. If a task forked, the child is itself the copy of that
// task, on the thread and stack of a worker. Therefore:
//
//  - A team knows the process in which it was created, and refuses work in any other.
//  - The worker on whose thread fork was called is marked in the child, also by a poll bit, so that
//    spawns take the slow path. Anything that the continuing task then asks of it ends the process
//    with a message. Plain C++, exec, exit and runtimes created in the child work.
//
// This path takes no lock that a worker of the parent may hold. Locks of objects that a process
// creates at their first use are unlocked in every child (platform/forking.hpp).

/// The number of this process among processes forked from each other. Differs from the parent's.
[[nodiscard]] std::uint32_t process_number() noexcept;

/// Whether `self` is the copy of a worker in a child process.
[[nodiscard]] bool is_in_forked_process(const worker& self) noexcept;

/// Registers the fork handler. Called when the program is loaded, and again before the first worker
/// is created. Throws os_error.
void watch_forks();

/// Reports that a task that forked continued in the child, and aborts.
[[noreturn, gnu::cold]] void end_in_forked_process() noexcept;

}  // namespace nuthatch::core
