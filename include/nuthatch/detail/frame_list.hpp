// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/frame.hpp>

namespace nuthatch::detail {

/// The frames of a worker's stack chain, newest first, from which it can publish. See F1 to F4.
///
/// Role: only the owner calls the functions.
class frame_list {
 public:
  /// Returns the newest frame; null or a published frame if the list is empty.
  [[nodiscard]] frame* newest() const noexcept { return newest_; }

  [[nodiscard]] bool empty() const noexcept { return newest_ == nullptr || newest_->published(); }

  /// Makes `pending` the newest frame. Returns the previous newest frame.
  [[gnu::always_inline]] frame* link(frame& pending, frame_tag tag) noexcept {
    frame* const older = newest_;
    pending.tag = tag;
    pending.older = older;
    newest_ = &pending;
    return older;
  }

  /// Removes the newest frame, given what link returned for it. F2: only for frames that were not
  /// published. `older` may have been published since, which ends the list as null does; so nothing
  /// has to be loaded that an earlier spawn has just stored.
  [[gnu::always_inline]] void unlink(frame* older) noexcept { newest_ = older; }

  /// Replaces unlink for a frame that was published: then all older ones are published, too (F2).
  [[gnu::always_inline]] void forget_published() noexcept { newest_ = nullptr; }

  /// Removes a frame that is part of a user's object, a scope or a finish. Such objects need not
  /// end in the reverse order of their spawns, so the frame may be in the middle of the list, or
  /// may have left it together with an older one.
  [[gnu::always_inline]] void unlink_object(frame& ended) noexcept {
    // Compilers assume that the pointers differ unless the condition as a whole is unlikely. GCC
    // takes the code behind either of two nested conditions for cold.
    if (newest_ != &ended || ended.tag.published_in_memory()) [[unlikely]] {
      unlink_anywhere(ended);
    } else {
      newest_ = ended.older;
    }
  }

  [[gnu::cold, gnu::noinline]] void unlink_anywhere(frame& ended) noexcept;

  // ---- publishing ----

  /// Sets `newer` and `finish` of every frame that was linked since the last walk (F4). `around` is
  /// the present innermost finish. Each frame is walked once while it stays linked, so the cost per
  /// spawn is constant.
  void walk(finish_state* around) noexcept;

  /// Requires a call of walk before, and a list that is not empty.
  [[nodiscard]] frame& oldest() const noexcept { return *oldest_; }

  /// Removes the oldest frame, to be published.
  void pop_oldest() noexcept;

 private:
  frame* newest_ = nullptr;
  frame* oldest_ = nullptr;  // of the walked frames
};

}  // namespace nuthatch::detail
