// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/capacity.hpp"
#include "core/work_item.hpp"
#include "schedulers/shepherd/shared_deque.hpp"

namespace nuthatch::scheduling {

/// What a worker has put into a queue that it shares, by ticket, and may get back: the newest of
/// it, as much as there is room for. What others have taken meanwhile is found out when it is
/// looked for. Its owner's alone.
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

  /// The newest; null when there is none.
  [[nodiscard]] const one* newest() const noexcept {
    return begin_ == end_ ? nullptr : &at(end_ - 1);
  }

  void drop_newest() noexcept {
    --end_;
    trim();
  }

  /// Takes the newest entry for that work item out, and returns its ticket; 0 if there is none.
  /// Older ones for the same word are of work items that are gone.
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
  // Deeper than recursions are that are worth it; two kilobytes.
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
