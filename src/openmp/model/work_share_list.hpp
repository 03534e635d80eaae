// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/model/work_share.hpp"
#include "openmp/synchronization/futex_lock.hpp"

namespace nuthatch::openmp {

struct team_member;

/// The worksharing constructs of a team, in the order in which its threads encounter them:
///
///     share ── next ──> share ── next ──> share ── next ──> null
///       ^ the slowest thread                ^ the fastest one
///
/// A thread that continues without a barrier may be any number of constructs ahead. A work share is
/// recycled once all threads have completed the next one: until then, a thread may still follow its
/// link.
class work_share_list {
 public:
  work_share_list();
  work_share_list(const work_share_list&) = delete;
  work_share_list& operator=(const work_share_list&) = delete;
  ~work_share_list();

  /// Moves the thread to its next construct. If it is the first one there, calls make(work_share),
  /// whose effects the others see, and returns true.
  template <class Make>
  bool enter(team_member& self, Make&& make) {
    work_share& here = current(self);
    work_share* next = here.next.load(detail::memory_order_acquire);
    const bool is_first = next == nullptr && add_after(here, next, make);
    move(self, *next);
    return is_first;
  }

  /// Appends a construct in which the threads begin. No thread may be in the list.
  template <class Make>
  void add(Make&& make) {
    work_share& created = take();
    make(created);
    newest_->next.store(&created, detail::memory_order_relaxed);
    newest_ = &created;
  }

  /// Leaves the current construct without a barrier.
  void leave(team_member& self, std::uint32_t team_size) noexcept;

  /// Recycles the previous work share. Called by the last thread to arrive at the barrier, while
  /// the others wait there.
  void end(const team_member& last) noexcept { recycle(previous(last)); }

  /// The work share in which all threads are between two regions.
  [[nodiscard]] work_share& newest() noexcept { return *newest_; }

  /// Recycles all work shares except for the newest, after a cancelled region whose threads did not
  /// pass all constructs. No thread may be in the list.
  void recycle_all() noexcept;

 private:
  static work_share& current(const team_member& member) noexcept;
  static work_share& previous(const team_member& member) noexcept;
  static void move(team_member& self, work_share& next) noexcept;

  /// Returns false if another thread was first. Sets `next` in both cases.
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
  work_share* allocated_ = nullptr;  // all work shares, linked by `next_allocated`
  work_share* unused_ = nullptr;     // linked by `next`
  work_share* newest_;               // initialized from the two members above
};

}  // namespace nuthatch::openmp
