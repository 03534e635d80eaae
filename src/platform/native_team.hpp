// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "platform/parker.hpp"
#include "platform/platform.hpp"
#include "platform/thread.hpp"
#include "platform/waking_place.hpp"

namespace nuthatch::platform {

/// Counts the workers of all native teams that are not parked, or that have been called while
/// parked. Searching workers compare it with what the machine can run, to make room for each other
/// instead of spinning. A thread that wakes a worker learns from it whether another CPU may be
/// free.
class awake_count {
 public:
  void add(unsigned more) noexcept { count_.fetch_add(more, detail::memory_order_relaxed); }

  void remove(unsigned some) noexcept { count_.fetch_sub(some, detail::memory_order_relaxed); }

  void add_one() noexcept { add(1); }

  void remove_one() noexcept { remove(1); }

  [[nodiscard]] unsigned get() const noexcept { return count_.load(detail::memory_order_relaxed); }

  /// For the child process of a fork, which has none of its parent's workers.
  void forget_all() noexcept { count_.store(0, detail::memory_order_relaxed); }

 private:
  detail::atomic<unsigned> count_{0};  // statistics only
};

/// Returns the count of awake workers of all native teams in this process.
[[nodiscard]] awake_count& awake_workers() noexcept;

/// Workers that are OS threads. See worker_team for who may call what.
class native_team final : public worker_team {
 public:
  /// `cpus` are the CPUs to bind to in turn, empty for no binding; `capacity` is the number of
  /// workers that the machine runs at once; `awake` outlives the team.
  native_team(const team_options& options,
              std::vector<unsigned> cpus,
              unsigned capacity,
              awake_count& awake);

  native_team(const native_team&) = delete;
  native_team& operator=(const native_team&) = delete;
  ~native_team() override;

  [[nodiscard]] unsigned size() const noexcept override { return size_; }

  [[nodiscard]] std::optional<unsigned> cpu(unsigned index) const override;
  void start(worker_body body) override;
  void join_all() override;
  void park(unsigned index) override;
  bool park_until(unsigned index, std::uint64_t until_ns) override;
  void unpark(unsigned index) override;
  void unpark_beside(unsigned index) override;
  void relax(unsigned index, unsigned step) override;

  void doze(unsigned index, unsigned step) override;

  void let_others(unsigned index, unsigned step) override { relax(index, step); }

  [[nodiscard]] std::uint64_t search_ns() const noexcept override;

  [[nodiscard]] bool is_oversubscribed() const noexcept override { return size_ > capacity_; }

  [[nodiscard]] bool can_fence_all() const noexcept override;
  void fence_all(unsigned index) override;
  [[nodiscard]] std::uint64_t fence_ns() const noexcept override;
  bool wait_a_little(unsigned index, unsigned looks) override;
  [[nodiscard]] stack_bounds own_stack(unsigned index) const override;

  [[nodiscard]] bool counts_costs() const noexcept override { return false; }

  void spend(unsigned /*index*/, activity /*what*/, unsigned /*other*/) override {}

  void spend_ns(unsigned /*index*/, std::uint64_t /*ns*/) override {}

  void foreign_park(parker& own) override;
  void foreign_unpark(parker& sleeper) override;
  [[nodiscard]] std::uint64_t now_ns() const noexcept override;

 private:
  struct alignas(base::interference_size) slot {
    parker sleep;
    waking_place place;
    thread worker;
  };

  struct starting;

  void run_worker(unsigned index, starting& shared);
  void lie_down(slot& own);
  void rise(slot& own);
  void wake(slot& sleeper, bool elsewhere);

  const unsigned size_;
  const std::string name_;
  const search_limits search_;
  const std::vector<unsigned> cpus_;
  const unsigned capacity_;
  awake_count& awake_;
  const std::unique_ptr<slot[]> slots_;
};

}  // namespace nuthatch::platform
