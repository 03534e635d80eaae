// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/detail/pedigree.hpp>

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"
#include "base/thread_safety.hpp"

namespace nuthatch::core {

/// The parts that are marked in a team's recorded regions. Parts nest; part 0 is what is in no
/// other one. A task is in the part in which it was spawned, unless its scope or group was created
/// before that part began: then it is in the part where that was.
///
/// Any thread may call any function except for `clear`. Cost: a lock.
class region_parts {
 public:
  /// Marks a new part inside of `outer`, whose finishes have a depth of `depth` or more. Returns 0
  /// if there are too many parts. Throws std::bad_alloc.
  [[nodiscard]] std::uint32_t any_add(std::uint32_t outer, std::uint32_t depth) {
    constexpr std::size_t most = std::size_t{1} << detail::pedigree::part_bits;
    const detail::mutex_lock lock(mutex_);
    if (marked_.size() + 1 == most) {
      return 0;
    }
    marked_.push_back({outer, depth});
    return static_cast<std::uint32_t>(marked_.size());
  }

  /// The innermost part, `from` or one around it, that can contain a finish of this depth.
  [[nodiscard]] std::uint32_t any_around(std::uint32_t from, std::uint32_t depth) noexcept {
    if (from == 0) {
      return from;
    }
    const detail::mutex_lock lock(mutex_);
    while (from != 0 && depth < marked_[from - 1].depth) {
      from = marked_[from - 1].outer;
    }
    return from;
  }

  /// Which parts are inside of `which`, itself included. Element i is for part `which` + i.
  [[nodiscard]] std::vector<bool> any_inside(std::uint32_t which) {
    const detail::mutex_lock lock(mutex_);
    std::vector<bool> inside{true};
    for (std::size_t next = which; next < marked_.size(); ++next) {
      const std::uint32_t outer = marked_[next].outer;
      inside.push_back(outer >= which && inside[outer - which]);
    }
    return inside;
  }

  /// Forgets all parts. Call it only while no region is running.
  void clear() noexcept {
    const detail::mutex_lock lock(mutex_);
    marked_.clear();
  }

 private:
  struct marked {
    std::uint32_t outer;
    std::uint32_t depth;
  };

  detail::mutex mutex_;
  std::vector<marked> marked_ NUTHATCH_GUARDED_BY(mutex_);  // from part 1 on
};

}  // namespace nuthatch::core
