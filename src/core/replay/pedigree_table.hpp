// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/detail/pedigree.hpp>
#include <nuthatch/detail/task.hpp>

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"
#include "base/cache_line.hpp"
#include "base/capacity.hpp"

namespace nuthatch::core {

/// The pedigrees of tasks that have not begun, kept beside the tasks, which have no room for them.
///
/// | operation   | who may call                                         |
/// |-------------|------------------------------------------------------|
/// | any_add     | the creator of the task, before others see it        |
/// | any_look    | the owner of the task                                |
/// | any_publish | the publisher of the task                            |
/// | any_take    | the worker that begins the task, or ends it unstarted |
///
/// Cost: a lock that is rarely contended, and 32 to 64 bytes, which are kept for reuse.
class pedigree_table {
 public:
  /// The record of a task.
  struct entry {
    detail::pedigree at;  ///< where it was spawned; task hash 0: unknown
    bool published;       ///< whether it was published
  };

  /// Adds a task. If there is no memory for that, the task counts as unknown.
  void any_add(const detail::task& made, detail::pedigree at) noexcept;

  /// Returns a pedigree of task hash 0 for an unknown task.
  [[nodiscard]] detail::pedigree any_look(const detail::task& given) noexcept;
  detail::pedigree any_publish(const detail::task& given) noexcept;
  [[nodiscard]] entry any_take(const detail::task& begun) noexcept;

 private:
  struct slot {
    const detail::task* of = nullptr;  // null: the slot is free
    entry known{};
  };

  /// A hash table with linear probing. At most half of the slots are taken.
  struct alignas(base::interference_size) part {
    detail::mutex mutex;
    std::vector<slot> slots;
    std::size_t taken = 0;
  };

  // One part where runs have to be repeatable, since addresses differ between runs.
  static constexpr std::size_t parts_count = base::capacity<std::size_t>(64, 1);

  [[nodiscard]] part& part_of(const detail::task& one) noexcept;
  static void grow(part& in);
  [[nodiscard]] static slot& slot_of(part& in, const detail::task& one) noexcept;
  static void set_free(part& in, slot& one) noexcept;

  std::array<part, parts_count> parts_;
};

}  // namespace nuthatch::core
