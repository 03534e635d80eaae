// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace nuthatch::openmp {

struct thread;

// Reductions in which tasks take part. GCC describes the variables by arrays of words, of which
// several may follow each other:
//
//   0  how many variables      3  the allocator, which is not looked at
//   1  bytes for each member   4  the next array, or 0
//   2  alignment; then memory  5  ours: whether it is the last of its registration
//                              6  ours: the end of the memory
//   7 + 3i  the variable's address, where its copy is among the bytes, and a word of ours
//
// Each member has a copy of each variable, zero to begin with. Compiled code combines them in the
// end. A task finds its member's copy by the address of the variable or of any other copy.

/// For the innermost taskgroup of the running task.
void register_reductions(thread& self, std::uintptr_t* data);

/// For all implicit tasks of a region that begins with so many members; and frees nothing.
void register_reductions(std::uintptr_t* data, std::uint32_t team_size);

/// For the worksharing construct that the member is in, whose first member registered `first`.
/// Null: it is the first. Begins a taskgroup.
void begin_shared_reductions(thread& self, std::uintptr_t* data, const std::uintptr_t* first);

/// Ends that taskgroup. All members; `waits` says whether they wait for each other.
void end_shared_reductions(thread& self, bool waits) noexcept;

/// Frees the memory of one registration.
void free_reductions(std::uintptr_t* data) noexcept;

/// Replaces each address by that of the member's copy. For the first `wanted` ones the addresses of
/// the variables themselves are written behind all `count`.
void find_copies(thread& self, std::size_t count, std::size_t wanted, void** addresses);

}  // namespace nuthatch::openmp
