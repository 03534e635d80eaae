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

/// The steps of a schedule by their names, and which of them the program has come to.
///
/// A second callable and a continuation are the same here: what follows a spawn. So are children
/// whoever ran them.
///
/// Any thread may call all of it but `assign`. Cost: a look is a line of a hash table, and one of
/// each step that has the position.
class step_index {
 public:
  /// What follows a spawn, or what was spawned.
  enum class part : std::uint8_t { remainder, child };

  /// Throws std::bad_alloc. The tree has to live as long as it is used.
  void assign(const steal_tree& by);

  [[nodiscard]] const steal_tree& tree() const noexcept { return *tree_; }

  /// The step with that name that the program has not come to yet; of several, that which ran
  /// first. no_step: there is none.
  [[nodiscard]] std::uint32_t any_look(const detail::work_id& what) const noexcept;

  /// Whether there is one for such a part of a spawn; whether come to or not.
  [[nodiscard]] bool any_has(detail::pedigree at, part which) const noexcept;

  /// Whether what follows the spawn is a step, or on the path spawn to one.
  [[nodiscard]] bool any_is_on_path(detail::pedigree at) const noexcept;

  /// Whether a task comes to a spawn, from there on, for which that holds. False: from now on the
  /// ends of its finishes may lie after fewer spawns than in the schedule.
  [[nodiscard]] bool any_comes_to_more(detail::pedigree from) noexcept;

  /// Whether there are any such of what was spawned. Those may lie anywhere.
  [[nodiscard]] bool has_children() const noexcept { return has_children_; }

  struct claim {
    std::uint32_t step;  ///< or no_step
    bool late;           ///< it had been skipped
  };

  /// As any_look. The program has come to it.
  [[nodiscard]] claim any_claim(const detail::work_id& what) noexcept;

  /// The program has not come to it after all.
  void any_release(std::uint32_t step) noexcept {
    stages_[step].store(stage::expected, detail::memory_order_relaxed);
  }

  /// Marks the step as skipped, so that later steps may start without it. Returns false if the
  /// program has already reached it.
  [[nodiscard]] bool any_skip(std::uint32_t step) noexcept;

  /// The last one of that name that was claimed.
  [[nodiscard]] std::uint32_t any_claimed(const detail::work_id& what) const noexcept;

  /// How many steps nobody has claimed, but for the root and for those that had waited for
  /// something else than spawns: whether those come depends on what is outside of schedules.
  [[nodiscard]] std::size_t unclaimed() const noexcept;

  /// Where a step lies in the order of its worker; no_step: it has no place there, since it goes on
  /// with something that had waited for no spawn.
  [[nodiscard]] std::uint32_t place_of(std::uint32_t step) const noexcept { return places_[step]; }

  /// Whether it is a child that its spawner ran itself, at the join.
  [[nodiscard]] bool is_taken_back_child(std::uint32_t step) const noexcept {
    return tree_->steps[step].what.kind == detail::step_kind::taken_back_child;
  }

 private:
  enum class stage : std::uint8_t { expected, skipped, claimed };

  /// A task from which somebody gives what follows a spawn.
  struct spawner {
    std::uint64_t task = 0;           // 0: none is here
    std::uint64_t last = 0;           // of those spawns
    detail::atomic<bool> cut{false};  // any_comes_to_more has said no
  };

  [[nodiscard]] bool is_claimed(std::uint32_t step) const noexcept {
    return stages_[step].load(detail::memory_order_relaxed) == stage::claimed;
  }

  [[nodiscard]] std::uint32_t find(const detail::work_id& what, auto wanted) const noexcept;
  [[nodiscard]] spawner& spawner_of(std::uint64_t task) const noexcept;
  void add_spawn(detail::pedigree at) noexcept;

  const steal_tree* tree_ = nullptr;
  bool has_children_ = false;
  std::vector<std::uint32_t> first_;  // by hash; from the number of steps on, of ways
  std::vector<std::uint32_t> next_;   // of the same hash, by sequence number
  std::vector<std::uint32_t> places_;
  std::unique_ptr<detail::atomic<stage>[]> stages_;
  std::size_t spawners_mask_ = 0;
  std::unique_ptr<spawner[]> spawners_;  // by hash
};

}  // namespace nuthatch::schedules
