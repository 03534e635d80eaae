// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/capacity.hpp"
#include "core/work_item.hpp"
#include "schedulers/shepherd/shared_deque.hpp"

namespace nuthatch::scheduling {

/// The tickets of the newest items that a worker has put into a queue that it shares, and may take
/// back; as many as there is room for. Whether another worker has taken an item is determined when
/// the item is looked up. Only its owner uses it.
class own_tickets {
 public:
  struct one {
    core::work_item what;
    shared_deque::ticket its = 0;  ///< 0: gone
  };

  void add(core::work_item what, shared_deque::ticket its) noexcept {
    at(end_++) = {what, its};
    if (end_ - begin_ > room) {
      ++begin_;  // its join will wait instead
    }
  }

  /// Returns the newest entry; null if there is none.
  [[nodiscard]] const one* newest() const noexcept {
    return begin_ == end_ ? nullptr : &at(end_ - 1);
  }

  void drop_newest() noexcept {
    --end_;
    trim();
  }

  /// Removes the newest entry for that work item, and returns its ticket; 0 if there is none. Older
  /// entries for the same word belong to work items that are gone.
  [[nodiscard]] shared_deque::ticket take(core::work_item wanted) noexcept {
    for (std::uint32_t i = end_; i != begin_; --i) {
      one& each = at(i - 1);
      if (each.what == wanted && each.its != 0) {
        const shared_deque::ticket its = each.its;
        each.its = 0;
        trim();
        return its;
      }
    }
    return 0;
  }

 private:
  // Deeper than reasonable recursions; two kilobytes.
  static constexpr auto room = base::capacity<std::uint32_t>(128, 4);

  [[nodiscard]] one& at(std::uint32_t i) noexcept { return all_[i % room]; }

  [[nodiscard]] const one& at(std::uint32_t i) const noexcept { return all_[i % room]; }

  void trim() noexcept {
    while (begin_ != end_ && at(end_ - 1).its == 0) {
      --end_;
    }
  }

  std::array<one, room> all_{};
  std::uint32_t begin_ = 0;
  std::uint32_t end_ = 0;
};

}  // namespace nuthatch::scheduling
