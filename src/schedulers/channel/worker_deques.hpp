// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include <nuthatch/detail/atomic.hpp>

#include "base/assert.hpp"
#include "base/thread_safety.hpp"
#include "channels/spsc_channel.hpp"
#include "core/work_item.hpp"
#include "platform/platform.hpp"
#include "schedulers/channel/biased_lock.hpp"
#include "schedulers/channel/limits.hpp"
#include "schedulers/channel/messages.hpp"
#include "schedulers/channel/private_deque.hpp"
#include "schedulers/channel/request_state.hpp"

namespace nuthatch::scheduling {

/// The work items that one steal or answer transfers.
using work_batch = std::array<core::work_item, largest_answer>;

/// The deques of work that a worker can give, and the channel on which it receives work. They
/// belong to the owner; a thief may access them only if the owner does not answer in time.
///
/// | operation            | who may call                                       |
/// |----------------------|----------------------------------------------------|
/// | owner_*              | the owner                                          |
/// | thief_steal_directly | any other worker                                   |
/// | claimer_send         | the claimer of the owner's request: request_state  |
/// | any_likely_nonempty  | any worker                                         |
///
/// Stack-chain work belongs to the owner's stack chain, in its order; off-chain work is bound to no
/// stack. Others get the oldest, stack-chain work first: it has the largest part of the computation
/// behind it. The owner takes the newest. A received answer becomes off-chain work; an answer that
/// came ahead of time can be stolen directly like any other work.
class worker_deques {
 public:
  /// `threads` is the team of the owner and the thieves. Throws std::bad_alloc.
  worker_deques(platform::worker_team& threads, unsigned owner)
      : threads_(threads),
        owner_(owner),
        lock_(threads.can_fence_all()),
        tasks_(largest_answer) {}

  worker_deques(const worker_deques&) = delete;
  worker_deques& operator=(const worker_deques&) = delete;
  ~worker_deques() = default;

  /// Returns false, without adding anything, if there is no memory.
  [[nodiscard]] bool owner_push_stack_chain(core::work_item added) noexcept {
    const section here(*this);
    return put(stack_chain_, added);
  }

  [[nodiscard]] bool owner_push_off_chain(core::work_item added) noexcept {
    const section here(*this);
    return put(off_chain_, added);
  }

  /// Returns the newest item without removing it; empty if there is none.
  [[nodiscard]] core::work_item owner_peek_newest_stack_chain() noexcept {
    const section here(*this);
    return stack_chain_.newest();
  }

  [[nodiscard]] core::work_item owner_peek_newest_off_chain() noexcept {
    const section here(*this);
    return off_chain_.newest();
  }

  /// Takes `newest` if it still is the newest. Meanwhile a thief may have taken it, or may have put
  /// an answer that it found here in front of it (see thief_steal_directly).
  [[nodiscard]] bool owner_take_stack_chain(core::work_item newest) noexcept {
    const section here(*this);
    return take_if_newest(stack_chain_, newest);
  }

  [[nodiscard]] bool owner_take_off_chain(core::work_item newest) noexcept {
    const section here(*this);
    return take_if_newest(off_chain_, newest);
  }

  [[nodiscard]] core::work_item owner_take_newest() noexcept {
    const section here(*this);
    const core::work_item stack_chain = stack_chain_.pop_newest();
    return stack_chain ? stack_chain : off_chain_.pop_newest();
  }

  /// Takes the oldest work, or the older half, for another worker. Returns how many items.
  [[nodiscard]] std::size_t owner_take_share(bool half, work_batch& into) noexcept {
    const section here(*this);
    return take_share(half, into);
  }

  /// Takes the oldest item that is bound to no stack.
  [[nodiscard]] core::work_item owner_take_oldest_off_chain() noexcept {
    const section here(*this);
    return off_chain_.pop_oldest();
  }

  /// Takes a continuation; empty if there is none.
  [[nodiscard]] core::work_item owner_take_continuation() noexcept {
    const section here(*this);
    return take_continuation();
  }

  [[nodiscard]] std::size_t owner_size() noexcept {
    const section here(*this);
    return size();
  }

  /// Receives one work item of an answer, and adds it to the off-chain work. Returns false if there
  /// is none. If there is no memory for it, `has_room` is false, and the item belongs to the
  /// caller.
  [[nodiscard]] bool owner_receive(task_message& got, bool& has_room) noexcept {
    const section here(*this);
    if (!tasks_.receiver_receive(got)) {
      return false;
    }
    end_answer_after(got);
    has_room = off_chain_.push(got.what);
    seem(/*filled=*/true);
    return true;
  }

  void claimer_send(const task_message& sent) noexcept {
    // Never full: the whole previous answer was received (Q1).
    const bool fits = tasks_.sender_send(sent);
    NUTHATCH_CHECK(fits, "a thief got an answer before it asked");
  }

  /// The state of the owner's request for work, and of the right to answer it.
  [[nodiscard]] request_state& request() noexcept { return request_; }

  /// The same as owner_take_share. Also returns 0 if the owner, or another thief, is in its
  /// section.
  [[nodiscard]] std::size_t thief_steal_directly(unsigned thief, bool half, work_batch& into) {
    if (!lock_.thief_enter(threads_, thief)) {
      return 0;
    }
    while (const task_message* const ahead = tasks_.receiver_peek()) {
      if (!off_chain_.push(ahead->what)) {
        break;
      }
      task_message got;
      static_cast<void>(tasks_.receiver_receive(got));
      end_answer_after(got);
    }
    const std::size_t share = take_share(half, into);
    seem(/*filled=*/size() > 0);
    lock_.thief_leave();
    return share;
  }

  /// The same as owner_take_continuation. Also returns nothing if the owner, or another thief, is
  /// in its section.
  [[nodiscard]] core::work_item thief_steal_continuation_directly(unsigned thief) {
    if (!lock_.thief_enter(threads_, thief)) {
      return {};
    }
    const core::work_item found = take_continuation();
    lock_.thief_leave();
    return found;
  }

  /// A hint where to request work. While the work stays, it is not false for a thread that is
  /// ordered after the owner's put or the answer. Seq_cst, as the owner's store: for a sleeper's
  /// last check.
  [[nodiscard]] bool any_likely_nonempty() const noexcept {
    return likely_nonempty_.load(detail::memory_order_seq_cst) || tasks_.any_likely_nonempty();
  }

  /// Updates the hint, and returns it. That nothing is left is not shown immediately, but only
  /// after a failed request: otherwise the cache line would move back and forth while single work
  /// items come and go.
  bool owner_renew_hint() noexcept {
    const section here(*this);
    const bool filled = size() > 0;
    seem(filled);
    return filled;
  }

 private:
  /// The owner's section.
  class NUTHATCH_SCOPED_CAPABILITY section {
   public:
    explicit section(worker_deques& of) noexcept NUTHATCH_ACQUIRE(of.lock_) : of_(of) {
      of_.lock_.owner_enter(of_.threads_, of_.owner_);
    }

    section(const section&) = delete;
    section& operator=(const section&) = delete;

    ~section() NUTHATCH_RELEASE() { of_.lock_.owner_leave(); }

   private:
    worker_deques& of_;
  };

  [[nodiscard]] bool put(private_deque& where, core::work_item added) noexcept
      NUTHATCH_REQUIRES(lock_) {
    seem(/*filled=*/true);
    return where.push(added);
  }

  [[nodiscard]] static bool take_if_newest(private_deque& of, core::work_item expected) noexcept {
    if (of.newest() != expected) {
      return false;
    }
    static_cast<void>(of.pop_newest());
    return true;
  }

  void end_answer_after(const task_message& got) noexcept NUTHATCH_REQUIRES(lock_) {
    if (got.left == 0) {
      request_.receiver_end();
    }
  }

  void seem(bool filled) noexcept NUTHATCH_REQUIRES(lock_) {
    if (likely_nonempty_.load(detail::memory_order_relaxed) != filled) {
      likely_nonempty_.store(filled, detail::memory_order_seq_cst);
    }
  }

  [[nodiscard]] std::size_t size() const noexcept NUTHATCH_REQUIRES(lock_) {
    return stack_chain_.size() + off_chain_.size();
  }

  [[nodiscard]] core::work_item take_continuation() noexcept NUTHATCH_REQUIRES(lock_) {
    const core::work_item stack_chain = stack_chain_.take_continuation();
    return stack_chain ? stack_chain : off_chain_.take_continuation();
  }

  [[nodiscard]] std::size_t take_share(bool half, work_batch& into) noexcept
      NUTHATCH_REQUIRES(lock_) {
    const std::size_t there = size();
    const std::size_t share = std::min({half ? (there + 1) / 2 : 1, there, into.size()});
    for (std::size_t i = 0; i < share; ++i) {
      const core::work_item stack_chain = stack_chain_.pop_oldest();
      into[i] = stack_chain ? stack_chain : off_chain_.pop_oldest();
    }
    return share;
  }

  platform::worker_team& threads_;
  const unsigned owner_;
  biased_lock lock_;
  private_deque stack_chain_ NUTHATCH_GUARDED_BY(lock_);
  private_deque off_chain_ NUTHATCH_GUARDED_BY(lock_);
  channels::spsc_channel<task_message> tasks_;
  request_state request_;
  detail::atomic<bool> likely_nonempty_{/*value=*/false};
};

}  // namespace nuthatch::scheduling
