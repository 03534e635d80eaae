// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace nuthatch::openmp {

struct thread;

// Reductions in which tasks participate. GCC describes the variables by arrays of words, which may
// be linked:
//
//   0  how many variables      3  the allocator, which is ignored
//   1  bytes for each thread   4  the next array, or 0
//   2  alignment; then memory  5  ours: whether it is the last of its registration
//                              6  ours: the end of the memory
//   7 + 3i  the variable's address, where its copy is among the bytes, and a word of ours
//
// Each thread has a copy of each variable, initially zero. Compiled code combines them in the end.
// A task finds its thread's copy by the address of the variable or of any other copy.

/// Registers reductions for the innermost taskgroup of the current task.
void register_reductions(thread& self, std::uintptr_t* data);

/// The same for all implicit tasks of a region of `team_size` threads. Frees nothing.
void register_reductions(std::uintptr_t* data, std::uint32_t team_size);

/// The same for the thread's current worksharing construct, whose first thread registered `first`;
/// null if the caller is the first. Begins a taskgroup.
void begin_shared_reductions(thread& self, std::uintptr_t* data, const std::uintptr_t* first);

/// Ends that taskgroup. Called by all threads of the team; if `waits` is true, at a barrier.
void end_shared_reductions(thread& self, bool waits) noexcept;

/// Frees the memory of one registration.
void free_reductions(std::uintptr_t* data) noexcept;

/// Replaces each address by that of the thread's copy. For the first `wanted` addresses, those of
/// the variables themselves are written behind all `count`.
void find_copies(thread& self, std::size_t count, std::size_t wanted, void** addresses);

}  // namespace nuthatch::openmp
