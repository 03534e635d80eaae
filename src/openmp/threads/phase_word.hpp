#pragma once

#include <cstdint>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

/// A number that some threads wait to see change, and that others change: the count of a barrier,
/// of the regions of a gang, of the chunks of an ordered loop. Who waits looks for a while, then
/// sleeps.
///
/// The lowest bit says that somebody sleeps, so that a change costs a system call only then.
class phase_word {
 public:
  using phase = std::uint32_t;

  /// Phases are even.
  static constexpr phase step = 2;

  [[nodiscard]] phase now() const noexcept {
    // Acquire: pairs with set().
    return word_.load(detail::memory_order_acquire) & ~someone_sleeps;
  }

  /// Returns when the phase is not `seen`: the one that it is then. By one of so many threads that
  /// work together.
  phase await_other(phase seen, std::uint32_t threads) noexcept {
    const phase found = now();
    return found != seen ? found : wait_for_other(seen, threads);
  }

  /// Returns when it is that one.
  void await(phase wanted, std::uint32_t threads) noexcept {
    for (phase found = now(); found != wanted; found = await_other(found, threads)) {
    }
  }

  /// One thread at a time. What it did before, those see who wake up.
  void set(phase next) noexcept {
    // Acquire and release: who comes to a barrier last has seen what the others did before it.
    if ((word_.exchange(next, detail::memory_order_acq_rel) & someone_sleeps) != 0) [[unlikely]] {
      wake_all();
    }
  }

  /// Any threads.
  void advance() noexcept {
    change([](phase now) { return now + step; });
  }

  void add_bits(phase bits) noexcept {
    change([bits](phase now) { return now | bits; });
  }

 private:
  static constexpr phase someone_sleeps = 1;

  template <class To>
  void change(To&& to) noexcept {
    phase seen = word_.load(detail::memory_order_relaxed);
    while (!word_.compare_exchange_weak(seen,
                                        to(seen & ~someone_sleeps),
                                        detail::memory_order_acq_rel,
                                        detail::memory_order_relaxed)) {
    }
    if ((seen & someone_sleeps) != 0) [[unlikely]] {
      wake_all();
    }
  }

  [[gnu::noinline]] phase wait_for_other(phase seen, std::uint32_t threads) noexcept;
  [[gnu::noinline]] void wake_all() noexcept;

  detail::atomic<phase> word_{0};
};

}  // namespace nuthatch::openmp
