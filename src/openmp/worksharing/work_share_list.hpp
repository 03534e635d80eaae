// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/locks/futex_lock.hpp"
#include "openmp/worksharing/work_share.hpp"

namespace nuthatch::openmp {

struct team_member;

/// The worksharing constructs of a team, in the order in which its members come to them:
///
///     share ── next ──> share ── next ──> share ── next ──> null
///       ^ the slowest member                ^ the fastest one
///
/// A member that goes on without a barrier may be any number of constructs ahead. A share is used
/// again once all members are through with the one after it, since until then somebody may come
/// from there.
class work_share_list {
 public:
  work_share_list();
  work_share_list(const work_share_list&) = delete;
  work_share_list& operator=(const work_share_list&) = delete;
  ~work_share_list();

  /// Moves the member to its next construct. If it is the first one there, calls make(share), which
  /// the others see. True if it is.
  template <class Make>
  bool enter(team_member& self, Make&& make) {
    work_share& here = current(self);
    work_share* next = here.next.load(detail::memory_order_acquire);
    const bool is_first = next == nullptr && add_after(here, next, make);
    move(self, *next);
    return is_first;
  }

  /// A construct that members are to begin in. While no member is here.
  template <class Make>
  void add(Make&& make) {
    work_share& created = take();
    make(created);
    newest_->next.store(&created, detail::memory_order_relaxed);
    newest_ = &created;
  }

  /// The member goes on at once.
  void leave(team_member& self, std::uint32_t team_size) noexcept;

  /// All members are through, and nobody has gone on: by the last who came to the barrier.
  void end(const team_member& last) noexcept { recycle(previous(last)); }

  /// Where all members are between two regions.
  [[nodiscard]] work_share& newest() noexcept { return *newest_; }

  /// After a region that was cancelled, whose members did not go through all constructs: all but
  /// the newest are to be used again. While no member is here.
  void recycle_all() noexcept;

 private:
  static work_share& current(const team_member& member) noexcept;
  static work_share& previous(const team_member& member) noexcept;
  static void move(team_member& self, work_share& next) noexcept;

  /// False if somebody was first. `next` is what follows, in both cases.
  template <class Make>
  bool add_after(work_share& here, work_share*& next, Make&& make) {
    lock_.lock();
    next = here.next.load(detail::memory_order_relaxed);
    const bool is_first = next == nullptr;
    if (is_first) {
      next = &take();
      make(*next);
      newest_ = next;
      here.next.store(next, detail::memory_order_release);
    }
    lock_.unlock();
    return is_first;
  }

  [[nodiscard]] work_share& take();
  void put_unused(work_share& work_share) noexcept;
  void recycle(work_share& work_share) noexcept;

  futex_lock lock_;
  work_share* allocated_ = nullptr;  // all, linked by `made_before`
  work_share* unused_ = nullptr;     // linked by `next`
  work_share* newest_;               // made by the two above
};

}  // namespace nuthatch::openmp
