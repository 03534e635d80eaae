#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

/// How many threads of this process, that the runtime knows, do not sleep in it. Who waits compares
/// it with the cpus that there are: a thread that spins must not keep a cpu from one that has work.
class awake_threads {
 public:
  static void add_one() noexcept { count_.fetch_add(1, detail::memory_order_relaxed); }

  static void remove_one() noexcept { count_.fetch_sub(1, detail::memory_order_relaxed); }

  /// In the child of a fork, which has one.
  static void be_one() noexcept { count_.store(1, detail::memory_order_relaxed); }

  [[nodiscard]] static bool outnumber_cpus() noexcept;

 private:
  static detail::atomic<std::uint32_t> count_;  // a hint
};

/// How often a thread looks for what it waits for before it sleeps: as OMP_WAIT_POLICY or
/// GOMP_SPINCOUNT say.
[[nodiscard]] std::uint64_t looks_before_sleep() noexcept;

}  // namespace nuthatch::openmp
