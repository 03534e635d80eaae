// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <utility>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/effects/interval.hpp>

namespace nuthatch::detail {

/// The views that most recently got names in this program, if views are checked. With them,
/// messages can name the array of an effect, which itself has only addresses. Any thread may call
/// all functions; each holds a lock while it examines some tens of entries.
class known_views {
 public:
  /// Inline, so that the whole program has one instance.
  static known_views& all() {
    static known_views one;
    return one;
  }

  /// Notes that these bytes are a view of this name. Views that overlap it partly have ended: their
  /// memory was reused. If memory is lacking, nothing is noted.
  void note(const effects::extent& bytes, const char* name) noexcept {
    if (name == nullptr || bytes.empty()) {
      return;
    }
    const held_lock held(*this);
    try {
      const auto gone = std::remove_if(views_.begin(), views_.end(), [&](const view& one) {
        return one.bytes == bytes ||
               (one.bytes.overlaps(bytes) && !one.bytes.covers(bytes) && !bytes.covers(one.bytes));
      });
      views_.erase(gone, views_.end());
      views_.push_front({bytes, name});
      if (views_.size() > most) {
        views_.pop_back();
      }
    } catch (...) {  // NOLINT(bugprone-empty-catch): memory is lacking
    }
  }

  /// Returns " of view 'a'", " of view 'a' and beyond", " of views 'a' and 'b'", or an empty
  /// string.
  [[nodiscard]] std::string words_about(const effects::extent& bytes) {
    const held_lock held(*this);
    const auto whole = std::find_if(views_.begin(), views_.end(), [&bytes](const view& one) {
      return one.bytes.covers(bytes);
    });
    if (whole != views_.end()) {
      return bytes.empty() ? "" : " of view '" + whole->name + "'";
    }
    std::string names;
    std::size_t count = 0;
    for (const view& one : views_) {
      if (one.bytes.overlaps(bytes)) {
        names.insert(0, "'" + one.name + "'" + (count == 0 ? "" : count == 1 ? " and " : ", "));
        ++count;
      }
    }
    return count == 0   ? ""
           : count == 1 ? " of view " + names + " and beyond"
                        : " of views " + names;
  }

 private:
  struct view {
    effects::extent bytes;
    std::string name;
  };

  /// A spin lock. Its holder waits for nothing else.
  class held_lock {
   public:
    explicit held_lock(known_views& of) : of_(of) {
      while (of_.locked_.exchange(/*value=*/true,
                                  memory_order_acquire)) {  // pairs with the release below
      }
    }

    held_lock(const held_lock&) = delete;
    held_lock& operator=(const held_lock&) = delete;

    ~held_lock() { of_.locked_.store(/*value=*/false, memory_order_release); }

   private:
    known_views& of_;
  };

  static constexpr std::size_t most = 64;  // limits the arrays, and the time to examine them

  atomic<bool> locked_{/*value=*/false};
  std::deque<view> views_;  // the newest first
};

}  // namespace nuthatch::detail
