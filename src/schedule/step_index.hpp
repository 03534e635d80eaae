// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/pedigree.hpp>

#include "schedule/steal_tree.hpp"

namespace nuthatch::schedules {

/// The steps of a schedule by id, and which of them the program has reached.
///
/// A second callable and a continuation count as the same here: what follows a spawn. So do
/// children, whichever worker ran them.
///
/// Any thread may call all functions except `assign`. Cost: a lookup takes a line of a hash table,
/// and one for each step at that pedigree.
class step_index {
 public:
  /// The part of a spawn: what follows it, or the child.
  enum class part : std::uint8_t { remainder, child };

  /// Throws std::bad_alloc. The tree has to outlive the use of the index.
  void assign(const steal_tree& by);

  [[nodiscard]] const steal_tree& tree() const noexcept { return *tree_; }

  /// Returns the step with that id that the program has not reached yet; of several, the one that
  /// ran first. Returns no_step if there is none.
  [[nodiscard]] std::uint32_t any_look(const detail::work_id& what) const noexcept;

  /// Returns whether the schedule has a step for that part of a spawn, whether it was reached or
  /// not.
  [[nodiscard]] bool any_has(detail::pedigree at, part which) const noexcept;

  /// Returns whether what follows the spawn is a step, or on the path to one.
  [[nodiscard]] bool any_is_on_path(detail::pedigree at) const noexcept;

  /// Returns whether a task at `from` will reach a spawn of the schedule. If not, the ends of its
  /// finishes may from now on be at fewer spawns than in the schedule.
  [[nodiscard]] bool any_comes_to_more(detail::pedigree from) noexcept;

  /// Returns whether there are steps of spawned children. Those may be at any spawn.
  [[nodiscard]] bool has_children() const noexcept { return has_children_; }

  struct claim {
    std::uint32_t step;  ///< no_step if there is none
    bool late;           ///< it had been skipped
  };

  /// The same as any_look, and notes that the program has reached the step.
  [[nodiscard]] claim any_claim(const detail::work_id& what) noexcept;

  /// Notes that the program has not reached the step after all.
  void any_release(std::uint32_t step) noexcept {
    stages_[step].store(stage::expected, detail::memory_order_relaxed);
  }

  /// Marks the step as skipped, so that later steps may start without it. Returns false if the
  /// program has already reached it.
  [[nodiscard]] bool any_skip(std::uint32_t step) noexcept;

  /// Returns the last step with that id that was claimed.
  [[nodiscard]] std::uint32_t any_claimed(const detail::work_id& what) const noexcept;

  /// Returns how many steps were never claimed, except for the root and for steps that had waited
  /// for something other than spawns: whether those occur depends on things outside of the
  /// schedule.
  [[nodiscard]] std::size_t unclaimed() const noexcept;

  /// Returns the place of a step in the order of its worker; no_step if it has none, because it
  /// resumes after having waited for something other than a spawn.
  [[nodiscard]] std::uint32_t place_of(std::uint32_t step) const noexcept { return places_[step]; }

  /// Returns whether the step is a child that its spawner ran itself, at the join.
  [[nodiscard]] bool is_taken_back_child(std::uint32_t step) const noexcept {
    return tree_->steps[step].what.kind == detail::step_kind::taken_back_child;
  }

 private:
  enum class stage : std::uint8_t { expected, skipped, claimed };

  /// A task that publishes continuations of its spawns in the schedule.
  struct spawner {
    std::uint64_t task = 0;                     // 0: the entry is free
    std::uint64_t last = 0;                     // the last of these spawns
    detail::atomic<bool> cut{/*value=*/false};  // any_comes_to_more has returned false
  };

  [[nodiscard]] bool is_claimed(std::uint32_t step) const noexcept {
    return stages_[step].load(detail::memory_order_relaxed) == stage::claimed;
  }

  [[nodiscard]] std::uint32_t find(const detail::work_id& what, auto wanted) const noexcept;
  [[nodiscard]] spawner& spawner_of(std::uint64_t task) const noexcept;
  void add_spawn(detail::pedigree at) noexcept;

  const steal_tree* tree_ = nullptr;
  bool has_children_ = false;
  std::vector<std::uint32_t> first_;  // by hash; indices behind those of steps are path spawns
  std::vector<std::uint32_t> next_;   // of the same hash, by sequence number
  std::vector<std::uint32_t> places_;
  std::unique_ptr<detail::atomic<stage>[]> stages_;
  std::size_t spawners_mask_ = 0;
  std::unique_ptr<spawner[]> spawners_;  // by hash
};

}  // namespace nuthatch::schedules
