// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nuthatch::detail {

/// The pedigree of a task in the tree of all spawns, which is the same in every run of a program:
/// the hash of the path from the root to the task, and the number of tasks that it has spawned.
/// Pedigrees are tracked only while a region needs them; see src/core/pedigrees.hpp.
///
/// The upper bits of the rank contain the part of its region that the task is in
/// (core/region_parts.hpp), which may differ in the next run.
///
/// Source: Leiserson, Schardl and Sukha, Deterministic Parallel Random-Number Generation for
/// Dynamic-Multithreading Platforms (PPoPP 2012).
struct pedigree {
  std::uint64_t task_hash;   ///< 0: unknown
  std::uint64_t spawn_rank;  ///< number of its earlier spawns; the bits above it contain the part

  static constexpr unsigned count_bits = 40;
  static constexpr unsigned part_bits = 24;

  [[nodiscard]] constexpr std::uint64_t count() const noexcept {
    return spawn_rank & ((std::uint64_t{1} << count_bits) - 1);
  }

  [[nodiscard]] constexpr std::uint32_t part() const noexcept {
    return static_cast<std::uint32_t>(spawn_rank >> count_bits);
  }

  /// Returns the same pedigree, in another part.
  [[nodiscard]] constexpr pedigree in_part(std::uint32_t other) const noexcept {
    return {task_hash, count() | std::uint64_t{other} << count_bits};
  }
};

/// The kind of a step: what a worker takes, relative to the spawn that identifies it. See
/// core/observer.hpp.
enum class step_kind : std::uint8_t {
  region,            ///< a recorded region, of which this is the root
  stack_return,      ///< a task returns from another stack to its previous one; no step
  resumed,           ///< a task resumes that has waited for something other than its spawns
  continuation,      ///< what follows a work-first spawn
  second_callable,   ///< the second callable of a help-first fork_join
  child,             ///< what was spawned, a separate task
  join,              ///< the spawner resumes, having waited for this spawn, its newest, and older
  finish_end,        ///< the spawner resumes after a finish that ended at this pedigree
  taken_back_child,  ///< a published child that its join took back and ran in its place
};

/// The identifier of a work item, the same in every run.
struct work_id {
  pedigree at;          ///< the spawn
  std::uint32_t depth;  ///< for a finish: the number of finishes around it
  step_kind kind;
};

}  // namespace nuthatch::detail
