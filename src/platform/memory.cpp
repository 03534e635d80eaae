// SPDX-License-Identifier: Apache-2.0
#include "platform/memory.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

#include "base/assert.hpp"
#include "base/bits.hpp"
#include "base/os_error.hpp"
#include "platform/forking.hpp"

namespace nuthatch::platform {

namespace {

// Supported by kernels since 6.13; Debian 12's headers are older.
constexpr int advice_guard_install = 102;
constexpr int advice_guard_remove = 103;
constexpr int advice_nonsense = -1;

// Some emulators accept any advice and do nothing.
constinit first_answer answers_are_true;

void check_range(const std::byte* start, std::size_t bytes) {
  NUTHATCH_ASSERT(base::is_multiple(reinterpret_cast<std::uintptr_t>(start), page_size()));
  NUTHATCH_ASSERT(base::is_multiple(bytes, page_size()));
}

[[noreturn]] void fail(int code, const char* verb, std::size_t bytes) {
  const std::string attempt = std::string(verb) + " " + std::to_string(bytes) + " bytes";
  std::string remedy;
  if (code == ENOMEM) {
    remedy =
        "Use fewer or smaller stacks, or raise the limit that was reached: the number of mappings "
        "(sysctl vm.max_map_count, now " +
        std::to_string(max_map_count()) +
        "), the address space (ulimit -v) or the memory that may be promised (sysctl "
        "vm.overcommit_memory)";
  }
  throw base::os_error(code, attempt, remedy);
}

void set_access(std::byte* start, std::size_t bytes, int access, const char* verb) {
  check_range(start, bytes);
  if (mprotect(start, bytes, access) != 0) {
    fail(errno, verb, bytes);
  }
}

}  // namespace

std::size_t page_size() noexcept {
  static constinit detail::statistic<std::size_t> known{0};
  std::size_t size = known.load(detail::memory_order_relaxed);
  if (size == 0) {
    size = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    known.store(size, detail::memory_order_relaxed);
  }
  return size;
}

std::byte* reserve(std::size_t bytes) {
  NUTHATCH_ASSERT(bytes > 0 && base::is_multiple(bytes, page_size()));
  constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
  void* const start = mmap(nullptr, bytes, PROT_NONE, flags, -1, 0);
  if (start == MAP_FAILED) {
    fail(errno, "reserve", bytes);
  }
  return static_cast<std::byte*>(start);
}

void commit(std::byte* start, std::size_t bytes) {
  set_access(start, bytes, PROT_READ | PROT_WRITE, "commit");
}

void protect(std::byte* start, std::size_t bytes) {
  set_access(start, bytes, PROT_NONE, "protect");
}

guard_kind guard(std::byte* start, std::size_t bytes) {
  check_range(start, bytes);
  const bool sound = answers_are_true.any_get(
      [start, bytes] { return madvise(start, bytes, advice_nonsense) != 0; });
  // Older kernels do not know the advice, and locked memory cannot take it: EINVAL for both.
  if (sound && madvise(start, bytes, advice_guard_install) == 0) {
    return guard_kind::marker;
  }
  set_access(start, bytes, PROT_NONE, "guard");
  return guard_kind::mapping;
}

void unguard(std::byte* start, std::size_t bytes, guard_kind how) {
  check_range(start, bytes);
  if (how == guard_kind::mapping) {
    commit(start, bytes);
  } else if (madvise(start, bytes, advice_guard_remove) != 0) {
    fail(errno, "lift the guard of", bytes);
  }
}

void discard(std::byte* start, std::size_t bytes) noexcept {
  check_range(start, bytes);
  // Fails only for ranges that are not mapped, or locked by the user (mlockall), who wants it so.
  static_cast<void>(madvise(start, bytes, MADV_DONTNEED));
}

void refuse_huge_pages(std::byte* start, std::size_t bytes) noexcept {
  check_range(start, bytes);
  static_cast<void>(madvise(start, bytes, MADV_NOHUGEPAGE));
}

void release(std::byte* start, std::size_t bytes) noexcept {
  check_range(start, bytes);
  // Unmapping the middle of a mapping splits it and may exceed the limit; whole reservations never
  // do. In that case the addresses are lost, but the memory is not.
  if (munmap(start, bytes) != 0) {
    static_cast<void>(madvise(start, bytes, MADV_DONTNEED));
  }
}

}  // namespace nuthatch::platform
