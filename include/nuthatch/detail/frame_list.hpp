// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/frame.hpp>

namespace nuthatch::detail {

/// The frames of a worker's stack chain, newest first: what it could publish. See F1 to F4.
///
/// Role: the owner, for all.
class frame_list {
 public:
  /// Null, or perhaps a published frame, which ends the list as well.
  [[nodiscard]] frame* newest() const noexcept { return newest_; }

  [[nodiscard]] bool empty() const noexcept { return newest_ == nullptr || newest_->published(); }

  /// Makes `pending` the newest. Returns what was the newest before.
  [[gnu::always_inline]] frame* link(frame& pending, frame_tag tag) noexcept {
    frame* const older = newest_;
    pending.tag = tag;
    pending.older = older;
    newest_ = &pending;
    return older;
  }

  /// Takes the newest out, given what link returned for it. F2: only for frames that were not
  /// taken. `older` may be taken by now, which ends the list as well as null does; so nothing has
  /// to be loaded that an earlier spawn has just stored.
  [[gnu::always_inline]] void unlink(frame* older) noexcept { newest_ = older; }

  /// Instead of unlink, for a frame that was taken: then all older ones are, too (F2).
  [[gnu::always_inline]] void forget_published() noexcept { newest_ = nullptr; }

  /// Takes out a frame that lives as long as an object of the user's, a scope or a finish: such
  /// objects need not end in the reverse order of their spawns, so the frame may lie in the middle
  /// of the list, or have left it with an older one.
  [[gnu::always_inline]] void unlink_object(frame& ended) noexcept {
    if (newest_ == &ended && !ended.published()) [[likely]] {
      newest_ = ended.older;
    } else {
      unlink_anywhere(ended);
    }
  }

  [[gnu::cold, gnu::noinline]] void unlink_anywhere(frame& ended) noexcept;

  // ---- publishing ----

  /// Gives every frame that was linked since the last walk its `newer` and `finish` (F4), `around`
  /// being the innermost finish now. Each frame is walked once as long as it stays linked, so the
  /// cost per spawn is constant.
  void walk(finish_state* around) noexcept;

  /// After walk, where the list is not empty.
  [[nodiscard]] frame& oldest() const noexcept { return *oldest_; }

  /// The oldest leaves the list to be published.
  void pop_oldest() noexcept;

 private:
  frame* newest_ = nullptr;
  frame* oldest_ = nullptr;  // of those that are walked
};

}  // namespace nuthatch::detail
