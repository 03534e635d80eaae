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

/// Where tasks that have not begun were spawned, which gives them their numbers: beside the tasks,
/// which have no room for it.
///
/// | operation   | who may call                                |
/// |-------------|---------------------------------------------|
/// | any_add     | who has made the task, before others see it |
/// | any_look    | who owns it                                 |
/// | any_publish | who publishes it                            |
/// | any_take    | who begins it, or ends it instead           |
///
/// Cost: a lock that seldom anyone else has, and 32 to 64 bytes, which are kept for others.
class pedigree_table {
 public:
  /// What is known of a task.
  struct entry {
    detail::pedigree at;  ///< where it was spawned; task 0: not known
    bool published;       ///< it was published
  };

  /// Without memory for that, it is not known.
  void any_add(const detail::task& made, detail::pedigree at) noexcept;

  /// Of task 0, where it is not known.
  [[nodiscard]] detail::pedigree any_look(const detail::task& given) noexcept;
  detail::pedigree any_publish(const detail::task& given) noexcept;
  [[nodiscard]] entry any_take(const detail::task& begun) noexcept;

 private:
  struct slot {
    const detail::task* of = nullptr;  // null: it is free
    entry known{};
  };

  /// A hash table in which a task lies in the first free slot from its own on. At most half of the
  /// slots are taken.
  struct alignas(base::interference_size) part {
    detail::mutex mutex;
    std::vector<slot> slots;
    std::size_t taken = 0;
  };

  // One, where runs are to be repeated: addresses are not the same in each.
  static constexpr std::size_t parts_count = base::capacity<std::size_t>(64, 1);

  [[nodiscard]] part& part_of(const detail::task& one) noexcept;
  static void grow(part& in);
  [[nodiscard]] static slot& slot_of(part& in, const detail::task& one) noexcept;
  static void set_free(part& in, slot& one) noexcept;

  std::array<part, parts_count> parts_;
};

}  // namespace nuthatch::core
