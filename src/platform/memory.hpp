// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace nuthatch::platform {

// Ranges of address space, from reservation to release. Addresses and sizes are multiples of
// page_size(). Any thread may call any of these functions on ranges that no other thread uses at
// the time. Functions that can fail throw base::os_error, which names the size and the remedy;
// functions that release something never fail.

[[nodiscard]] std::size_t page_size() noexcept;

/// Reserves addresses without memory: any access traps. Uses neither memory nor swap.
[[nodiscard]] std::byte* reserve(std::size_t bytes);

/// Makes part of a reservation readable and writable. Memory is attached at first touch, zeroed.
void commit(std::byte* start, std::size_t bytes);

/// Makes part of a reservation trap again. Its content is undefined afterwards; its memory stays
/// attached until discard().
void protect(std::byte* start, std::size_t bytes);

/// How a guard was created.
enum class guard_kind : std::uint8_t {
  marker,   ///< by a mark in the page table (Linux 6.13): does not count against max_map_count()
  mapping,  ///< by protect(): splits the mapping, up to two more of them
};

/// Makes a committed range trap, in the cheaper way if the kernel supports it. A guard outlives
/// discard() of the range around it, and is removed only by unguard() or release().
guard_kind guard(std::byte* start, std::size_t bytes);

/// Makes a guarded range committed again; `how` is the result of guard() for it.
void unguard(std::byte* start, std::size_t bytes, guard_kind how);

/// Returns the memory behind a committed range to the system. The range reads as zero when touched
/// again.
void discard(std::byte* start, std::size_t bytes) noexcept;

/// Prevents the kernel from using huge pages for the range, which would make a stack of which one
/// page is used cost 2 MiB. A hint: systems without huge pages ignore it.
void refuse_huge_pages(std::byte* start, std::size_t bytes) noexcept;

/// Ends a reservation, or part of it.
void release(std::byte* start, std::size_t bytes) noexcept;

/// Returns the number of mappings that the kernel allows a process (vm.max_map_count); its default,
/// 65530, if it cannot be read.
[[nodiscard]] std::size_t max_map_count() noexcept;

/// Return the memory of the process in RAM, now and at most so far, in bytes; 0 if /proc is
/// missing. The kernel may lag behind by some pages per thread.
[[nodiscard]] std::size_t resident_bytes();
[[nodiscard]] std::size_t peak_resident_bytes();

}  // namespace nuthatch::platform
