// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "base/assert.hpp"
#include "explore/openmp/created_tasks.hpp"
#include "explore/openmp/openmp_scenarios.hpp"
#include "explore/openmp/regions.hpp"
#include "openmp/tasks/taskgroup.hpp"
#include "openmp/worksharing/reductions.hpp"

namespace nuthatch::exploring {

namespace {

using openmp::thread;

/// A variable that tasks add to. The contents of the threads' copies are stored here, so a thread
/// sees them only if something orders them.
class reduced {
 public:
  static constexpr std::size_t bytes_of_copy = 64;

  /// The description of the variable by which GCC registers it.
  using description = std::array<std::uintptr_t, 10>;

  [[nodiscard]] description describe() {
    return {1, bytes_of_copy, bytes_of_copy, 0, 0, 0, 0, reinterpret_cast<std::uintptr_t>(this)};
  }

  /// Returns the addresses of the copies, given that of a registered one.
  void are_at(const description& registered) { copies_ = registered[2]; }

  /// A participating task adds one.
  void add(thread& self) {
    void* copy = this;
    openmp::find_copies(self, 1, 0, &copy);
    const std::uintptr_t offset = reinterpret_cast<std::uintptr_t>(copy) - copies_;
    NUTHATCH_CHECK(offset / bytes_of_copy < values_.size(), "a copy is elsewhere");
    relaxed_counter& its = values_.at(offset / bytes_of_copy);
    its.store(read(its) + 1, detail::memory_order_relaxed);  // changed by that thread only
  }

  /// Combines the copies, as compiled code does.
  [[nodiscard]] unsigned sum() const {
    unsigned all = 0;
    for (const relaxed_counter& each : values_) {
      all += read(each);
    }
    return all;
  }

 private:
  std::uintptr_t copies_ = 0;
  std::array<relaxed_counter, 3> values_{};
};

/// A taskgroup whose tasks add to its variable, and contain a group with a variable of its own.
void group_in_group(platform::platform& on, unsigned workers) {
  reduced all;
  const auto one_more = [&](thread& self) {
    all.add(self);
  };
  const auto has_group = [&](thread& self) {
    reduced own;
    const auto in_both = [&](thread& its) {
      own.add(its);
      all.add(its);
    };
    openmp::begin_taskgroup(self);
    reduced::description described = own.describe();
    openmp::register_reductions(self, described.data());
    own.are_at(described);
    create(self, in_both);
    create(self, in_both);
    openmp::end_taskgroup(self);
    NUTHATCH_CHECK(own.sum() == 2, "what a task added to a variable of the group is lost");
    openmp::free_reductions(described.data());
    create(self, one_more);
  };
  region_of_tasks(on, workers, [&](thread& self) {
    openmp::begin_taskgroup(self);
    reduced::description described = all.describe();
    openmp::register_reductions(self, described.data());
    all.are_at(described);
    create(self, has_group);
    create(self, one_more);
    openmp::end_taskgroup(self);
    NUTHATCH_CHECK(all.sum() == 4, "what a task added to a variable of groups around is lost");
    openmp::free_reductions(described.data());
  });
}

/// Threads reach a worksharing construct, and each of them creates a task that participates in its
/// reduction.
void shared_by_members(platform::platform& on, unsigned workers) {
  with_hot_team(on, workers, [&](thread& self, openmp::hot_team& hot_team) {
    reduced all;
    relaxed_counter total{0};
    const auto one_more = [&](thread& its) {
      all.add(its);
    };
    const auto body = [&](thread& thread) {
      openmp::team& members = *thread.member->team;
      reduced::description own = all.describe();
      const bool is_first =
          members.work_shares().enter(*thread.member, [&](openmp::work_share& work_share) {
            openmp::begin_shared_reductions(thread, own.data(), nullptr);
            all.are_at(own);
            work_share.reductions = own.data();
          });
      if (!is_first) {
        openmp::begin_shared_reductions(thread, own.data(), thread.member->work_share->reductions);
      }
      create(thread, one_more);
      all.add(thread);
      members.barrier_wait(thread, [&] { members.work_shares().end(*thread.member); });
      if (thread.member->thread_num == 0) {
        total.store(all.sum(), detail::memory_order_relaxed);
      }
      openmp::end_shared_reductions(thread, /*waits=*/true);
      NUTHATCH_CHECK(read(total) == 2 * workers, "members go on before the copies are combined");
    };
    run_region(self, hot_team, workers, body);
  });
}

constexpr std::array all{
    scenario{"omp-reduction", "tasks of two groups add to variables", 2, group_in_group},
    scenario{"omp-reduction-3", "tasks of two groups add to variables", 3, group_in_group},
    scenario{"omp-shared-sum", "tasks of members add to a variable", 2, shared_by_members},
    scenario{"omp-shared-sum-3", "tasks of members add to a variable", 3, shared_by_members},
};

}  // namespace

std::span<const scenario> openmp_reduction_scenarios() {
  return all;
}

}  // namespace nuthatch::exploring
