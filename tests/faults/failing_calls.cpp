// SPDX-License-Identifier: Apache-2.0
#include "failing_calls.hpp"

#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <cstdio>

#include <linux/futex.h>
#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "original_function.hpp"

// The functions of the C library by which its own malloc is reached where another one is in front.
// NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming)
extern "C" {
void* __libc_malloc(std::size_t);
void* __libc_calloc(std::size_t, std::size_t);
void* __libc_realloc(void*, std::size_t);
void* __libc_memalign(std::size_t, std::size_t);
void __libc_free(void*);
}

// NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming)

namespace nuthatch::testing {

namespace {

std::array<std::atomic<std::uint64_t>, kinds_of_calls> calls{};
std::atomic<bool> armed = false;
fault planned{};
std::atomic<std::int64_t> blocks = 0;
std::atomic<std::int64_t> mapped = 0;

/// Counts a call. True when it is to fail.
bool strikes(call which) noexcept {
  if (!armed.load(std::memory_order_acquire)) {
    return false;
  }
  const std::uint64_t number = ++calls[static_cast<unsigned>(which)];
  return which == planned.which &&
         (planned.lasting ? number >= planned.first : number == planned.first);
}

int failed(int code) noexcept {
  errno = code;
  return -1;
}

void* counted_block(void* block) noexcept {
  if (block != nullptr) {
    blocks.fetch_add(1, std::memory_order_relaxed);
  }
  return block;
}

void* refused_block() noexcept {
  errno = ENOMEM;
  return nullptr;
}

}  // namespace

const char* name_of(call which) noexcept {
  constexpr std::array names{"mmap",
                             "mprotect",
                             "madvise",
                             "munmap",
                             "pthread_create",
                             "pthread_attr",
                             "allocation",
                             "sched_getaffinity",
                             "open",
                             "read",
                             "futex_wait"};
  static_assert(names.size() == kinds_of_calls);
  return names[static_cast<unsigned>(which)];
}

void arm(const fault& wanted) noexcept {
  for (auto& each : calls) {
    each = 0;
  }
  planned = wanted;
  armed.store(true, std::memory_order_release);
}

void disarm() noexcept {
  armed = false;
}

std::uint64_t calls_since_arm(call which) noexcept {
  return calls[static_cast<unsigned>(which)];
}

holdings held_now() noexcept {
  return {blocks, mapped};
}

}  // namespace nuthatch::testing

using nuthatch::testing::call;
using namespace nuthatch::testing;  // NOLINT: what is defined below cannot be in a namespace

extern "C" {

void* malloc(std::size_t bytes) {
  return strikes(call::allocate) ? refused_block() : counted_block(__libc_malloc(bytes));
}

void* calloc(std::size_t count, std::size_t bytes) {
  return strikes(call::allocate) ? refused_block() : counted_block(__libc_calloc(count, bytes));
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) {
  return strikes(call::allocate) ? refused_block()
                                 : counted_block(__libc_memalign(alignment, bytes));
}

void* memalign(std::size_t alignment, std::size_t bytes) {
  return aligned_alloc(alignment, bytes);
}

int posix_memalign(void** result, std::size_t alignment, std::size_t bytes) {
  void* const block = aligned_alloc(alignment, bytes);
  if (block == nullptr) {
    return ENOMEM;
  }
  *result = block;
  return 0;
}

void* realloc(void* old, std::size_t bytes) {
  if (strikes(call::allocate)) {
    return refused_block();
  }
  void* const block = __libc_realloc(old, bytes);
  if (old == nullptr) {
    return counted_block(block);
  }
  if (bytes == 0) {
    blocks.fetch_sub(1, std::memory_order_relaxed);
  }
  return block;
}

void free(void* block) {
  if (block != nullptr) {
    blocks.fetch_sub(1, std::memory_order_relaxed);
    __libc_free(block);
  }
}

void* mmap(
    void* wanted, std::size_t bytes, int access, int flags, int file, off_t offset) noexcept {
  static auto* const real = original<void*(void*, std::size_t, int, int, int, off_t)>("mmap");
  if (strikes(call::map_memory)) {
    errno = ENOMEM;
    return MAP_FAILED;
  }
  void* const start = real(wanted, bytes, access, flags, file, offset);
  if (start != MAP_FAILED) {
    mapped.fetch_add(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
  }
  return start;
}

int munmap(void* start, std::size_t bytes) noexcept {
  static auto* const real = original<int(void*, std::size_t)>("munmap");
  if (strikes(call::unmap_memory)) {
    return failed(ENOMEM);
  }
  mapped.fetch_sub(static_cast<std::int64_t>(bytes), std::memory_order_relaxed);
  return real(start, bytes);
}

int mprotect(void* start, std::size_t bytes, int access) noexcept {
  static auto* const real = original<int(void*, std::size_t, int)>("mprotect");
  return strikes(call::protect_memory) ? failed(ENOMEM) : real(start, bytes, access);
}

int madvise(void* start, std::size_t bytes, int advice) noexcept {
  static auto* const real = original<int(void*, std::size_t, int)>("madvise");
  return strikes(call::advise_memory) ? failed(EINVAL) : real(start, bytes, advice);
}

int pthread_create(pthread_t* made,
                   const pthread_attr_t* attributes,
                   void* (*body)(void*),
                   void* argument) noexcept {
  static auto* const real =
      original<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  return strikes(call::create_thread) ? EAGAIN : real(made, attributes, body, argument);
}

int pthread_attr_init(pthread_attr_t* attributes) noexcept {
  static auto* const real = original<int(pthread_attr_t*)>("pthread_attr_init");
  return strikes(call::prepare_thread) ? ENOMEM : real(attributes);
}

int pthread_attr_setaffinity_np(pthread_attr_t* attributes,
                                std::size_t bytes,
                                const cpu_set_t* cpus) noexcept {
  static auto* const real =
      original<int(pthread_attr_t*, std::size_t, const cpu_set_t*)>("pthread_attr_setaffinity_np");
  return strikes(call::prepare_thread) ? ENOMEM : real(attributes, bytes, cpus);
}

int sched_getaffinity(pid_t whose, std::size_t bytes, cpu_set_t* cpus) noexcept {
  static auto* const real = original<int(pid_t, std::size_t, cpu_set_t*)>("sched_getaffinity");
  return strikes(call::read_affinity) ? failed(EPERM) : real(whose, bytes, cpus);
}

std::FILE* fopen(const char* path, const char* mode) {
  static auto* const real = original<std::FILE*(const char*, const char*)>("fopen");
  if (strikes(call::open_file)) {
    errno = EMFILE;
    return nullptr;
  }
  return real(path, mode);
}

std::FILE* fopen64(const char* path, const char* mode) {
  return fopen(path, mode);
}

ssize_t read(int file, void* into, std::size_t bytes) {
  static auto* const real = original<ssize_t(int, void*, std::size_t)>("read");
  return strikes(call::read_file) ? failed(EIO) : real(file, into, bytes);
}

long syscall(long number, ...) noexcept {
  static auto* const real = original<long(long, ...)>("syscall");
  std::va_list rest;
  va_start(rest, number);
  std::array<long, 6> arguments{};
  for (long& each : arguments) {
    each = va_arg(rest, long);
  }
  va_end(rest);
  if (number == SYS_futex && (arguments[1] & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET &&
      strikes(call::sleep)) {
    return failed(EINTR);
  }
  return real(
      number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
}

}  // extern "C"
