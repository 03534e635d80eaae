// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::testing {

/// Calls into the system and the C library that can be made to fail, in programs that link
/// failing_calls.cpp: it defines the functions in their place.
enum class call : std::uint8_t {
  map_memory,      ///< mmap: ENOMEM
  protect_memory,  ///< mprotect: ENOMEM
  advise_memory,   ///< madvise: EINVAL
  unmap_memory,    ///< munmap: ENOMEM
  create_thread,   ///< pthread_create: EAGAIN
  prepare_thread,  ///< pthread_attr_init, pthread_attr_setaffinity_np: ENOMEM
  allocate,        ///< malloc, calloc, realloc, aligned_alloc, and so operator new: null
  read_affinity,   ///< sched_getaffinity: EPERM
  open_file,       ///< fopen, as std::ifstream calls it: EMFILE
  read_file,       ///< read: EIO
  sleep,           ///< the futex system call, to wait: EINTR
  count_of_calls
};

inline constexpr unsigned kinds_of_calls = static_cast<unsigned>(call::count_of_calls);

[[nodiscard]] const char* name_of(call which) noexcept;

/// Which calls fail: number `first` of its kind, counted from 1 and from arm() on, in whichever
/// thread; if `lasting`, all later ones too.
struct fault {
  call which;
  std::uint64_t first;
  bool lasting;
};

void arm(const fault& wanted) noexcept;
void disarm() noexcept;

/// How often `which` was called since arm().
[[nodiscard]] std::uint64_t calls_since_arm(call which) noexcept;

/// What is allocated and mapped at the moment.
struct holdings {
  std::int64_t blocks;
  std::int64_t mapped_bytes;

  friend bool operator==(const holdings&, const holdings&) = default;
};

[[nodiscard]] holdings held_now() noexcept;

}  // namespace nuthatch::testing
