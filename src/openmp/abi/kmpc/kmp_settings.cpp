// SPDX-License-Identifier: Apache-2.0

// The functions kmp_* of LLVM's header that are not in the specification. Settings are stored and
// returned, and have no effect. Memory comes from the C library.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>

#include <nuthatch/detail/atomic.hpp>

#include "openmp/abi/fortran.hpp"
#include "openmp/environment/env_settings.hpp"

namespace {

using nuthatch::openmp::as_int;
using nuthatch::openmp::settings;
using nuthatch::openmp::wait_policy;
namespace detail = nuthatch::detail;

// Relaxed: the settings publish nothing.
constexpr int not_set = -1;
constinit detail::atomic<int> block_milliseconds{not_set};
constinit detail::atomic<int> library{3};
constinit detail::atomic<std::size_t> stack_bytes{0};

/// The initial value, from KMP_BLOCKTIME or else OMP_WAIT_POLICY.
int blocktime_at_start() {
  constexpr int forever = std::numeric_limits<int>::max();
  constexpr int usual = 200;
  const settings& all = nuthatch::openmp::env_settings();
  if (all.block_milliseconds) {
    return static_cast<int>(std::min<std::uint64_t>(*all.block_milliseconds, forever));
  }
  return all.wait_policy == wait_policy::active    ? forever
         : all.wait_policy == wait_policy::passive ? 0
                                                   : usual;
}

}  // namespace

NUTHATCH_EXPORTED int kmp_get_blocktime() {
  const int set = block_milliseconds.load(detail::memory_order_relaxed);
  return set != not_set ? set : blocktime_at_start();
}

NUTHATCH_EXPORTED void kmp_set_blocktime(int milliseconds) {
  block_milliseconds.store(std::max(milliseconds, 0), detail::memory_order_relaxed);
}

/// 1: serial, 2: turnaround, 3: throughput.
NUTHATCH_EXPORTED int kmp_get_library() {
  return library.load(detail::memory_order_relaxed);
}

NUTHATCH_EXPORTED void kmp_set_library(int kind) {
  library.store(kind, detail::memory_order_relaxed);
}

NUTHATCH_EXPORTED void kmp_set_library_serial() {
  kmp_set_library(1);
}

NUTHATCH_EXPORTED void kmp_set_library_turnaround() {
  kmp_set_library(2);
}

NUTHATCH_EXPORTED void kmp_set_library_throughput() {
  kmp_set_library(3);
}

NUTHATCH_EXPORTED std::size_t kmp_get_stacksize_s() {
  const std::size_t set = stack_bytes.load(detail::memory_order_relaxed);
  return set != 0 ? set : nuthatch::openmp::env_settings().stack_bytes;
}

NUTHATCH_EXPORTED void kmp_set_stacksize_s(std::size_t bytes) {
  stack_bytes.store(bytes, detail::memory_order_relaxed);
}

NUTHATCH_EXPORTED int kmp_get_stacksize() {
  return as_int(static_cast<std::int64_t>(kmp_get_stacksize_s()));
}

NUTHATCH_EXPORTED void kmp_set_stacksize(int bytes) {
  kmp_set_stacksize_s(bytes > 0 ? static_cast<std::size_t>(bytes) : 0);
}

NUTHATCH_EXPORTED void kmp_set_defaults(const char* /*settings*/) {}

NUTHATCH_EXPORTED void kmp_set_disp_num_buffers(int /*count*/) {}

NUTHATCH_EXPORTED void kmp_set_warnings_on() {}

NUTHATCH_EXPORTED void kmp_set_warnings_off() {}

NUTHATCH_EXPORTED void* kmp_malloc(std::size_t bytes) {
  return std::malloc(bytes);
}

NUTHATCH_EXPORTED void* kmp_aligned_malloc(std::size_t bytes, std::size_t alignment) {
  void* found = nullptr;
  const std::size_t least = alignment < sizeof(void*) ? sizeof(void*) : alignment;
  return posix_memalign(&found, least, bytes) == 0 ? found : nullptr;
}

NUTHATCH_EXPORTED void* kmp_calloc(std::size_t count, std::size_t bytes) {
  return std::calloc(count, bytes);
}

NUTHATCH_EXPORTED void* kmp_realloc(void* old, std::size_t bytes) {
  return std::realloc(old, bytes);
}

NUTHATCH_EXPORTED void kmp_free(void* memory) {
  std::free(memory);
}
