// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace nuthatch::platform {

// Ranges of address space, from reservation to release. Addresses and sizes are multiples of
// page_size(). Any thread may call any of these; ranges must not be in use by another at the time.
// What can fail throws base::os_error naming the size and the remedy; what gives back never fails.

[[nodiscard]] std::size_t page_size() noexcept;

/// Addresses without memory behind them: any access traps. Costs no memory and no swap.
[[nodiscard]] std::byte* reserve(std::size_t bytes);

/// Makes part of a reservation readable and writable. Memory is attached at first touch, zeroed.
void commit(std::byte* start, std::size_t bytes);

/// Makes part of a reservation trap again. Its content is undefined afterwards, its memory stays
/// attached until discard().
void protect(std::byte* start, std::size_t bytes);

/// How a guard came about.
enum class guard_kind : std::uint8_t {
  marker,   ///< by a mark in the page table (Linux 6.13): does not count against max_map_count()
  mapping,  ///< by protect(): splits the mapping, up to two more of them
};

/// Makes a committed range trap, in the cheaper way where the kernel has it. A guard outlives
/// discard() of the range around it, and is lifted by unguard() or release() only.
guard_kind guard(std::byte* start, std::size_t bytes);

/// Makes a guarded range committed again; `how` is what guard() returned for it.
void unguard(std::byte* start, std::size_t bytes, guard_kind how);

/// Gives the memory behind a committed range back; it reads as zero when touched again.
void discard(std::byte* start, std::size_t bytes) noexcept;

/// Keeps the kernel from backing the range with huge pages, which would make a stack of which one
/// page is used cost 2 MiB. A wish: systems without huge pages ignore it.
void refuse_huge_pages(std::byte* start, std::size_t bytes) noexcept;

/// Ends a reservation, or part of it.
void release(std::byte* start, std::size_t bytes) noexcept;

/// The number of mappings that the kernel allows a process (vm.max_map_count); its default, 65530,
/// where it cannot be read.
[[nodiscard]] std::size_t max_map_count() noexcept;

/// Memory of the process in RAM now, and the most there ever was, in bytes; 0 where /proc is
/// missing. The kernel may lag behind by some pages per thread.
[[nodiscard]] std::size_t resident_bytes();
[[nodiscard]] std::size_t peak_resident_bytes();

}  // namespace nuthatch::platform
