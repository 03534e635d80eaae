// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/pedigree.hpp>

namespace nuthatch::detail {

struct fiber;

/// One exception of a child that ran detached from its parent.
struct error_node {
  error_node* next;
  std::exception_ptr error;
};

/// Adds what came after `thrown`, as task_errors gathers it. Without memory for that, it is lost.
[[gnu::cold]] void add_error(std::exception_ptr& thrown, std::exception_ptr later) noexcept;

/// Throws what `first` and `second` hold: the one there is, or one task_errors with all that is in
/// both.
[[noreturn, gnu::cold]] void rethrow_both(std::exception_ptr first, std::exception_ptr second);

/// Counts the children of one parent that were published, and holds what they threw.
///
/// Roles: the parent (whichever worker executes it at the moment) and the detached children.
///
/// | operation       | who              | order                                              |
/// |-----------------|------------------|----------------------------------------------------|
/// | parent_detached | parent           | plain: only the parent's executor touches `forked` |
/// | arrive          | a finished child | acq_rel: releases its writes, the last one         |
/// |                 |                  | acquires all                                       |
/// | parent_all_done | parent           | acquire: pairs with the release half of arrive     |
/// | parent_commit   | parent, once its | acq_rel: publishes `waiter`; acquires the children |
/// |                 | stack is saved   |                                                    |
/// | parent_revoke   | who has a child  | relaxed: nothing is handed over                    |
/// |                 | that is out      |                                                    |
///
/// Invariants:
///  J1  Before parent_commit, `balance` is minus the number of arrived children.
///  J2  parent_commit adds `forked`; from then on it is the number of children still out, and
///      exactly one of arrive and parent_commit sees it become zero. That one goes on with the
///      parent. Who has one of these children, and does not run it, can take the commit back.
///  J3  A parent that waits has nothing to count until it runs again, so `forked` needs no atomic
///      access.
///  J4  A finish counts in `balance` from the start: 1 for itself and 1 for each async, `forked`
///      being -1, so that every operation here means the same for it.
///  J5  What counts is children that are out at a time, each of which takes 64 bytes or a stack:
///      2^31 of them are more than there is memory for. But a scope may have that many one after
///      the other without a sync; so parent_detached, when `forked` has become large, takes those
///      that have arrived out of both numbers.
///
/// Progress: wait-free. Source: the split counter of wait-free continuation-stealing runtimes; it
/// replaces the lock of the closures in Lifflander, Krishnamoorthy and Kale, Optimizing Data
/// Locality for Fork/Join Programs Using Constrained Work Stealing.
struct join_counter {
  std::int32_t forked = 0;
  atomic<std::int32_t> balance = 0;
  atomic<error_node*> errors = nullptr;
  fiber* waiter;               // written by the parent before parent_commit, read by the last child
  std::uint64_t newest_spawn;  // of those counted here, where spawns have numbers; the parent's

  // Not `= default`: waiter stays unwritten also where `{}` constructs, since it is read only after
  // parent_commit.
  join_counter() noexcept {}  // NOLINT(modernize-use-equals-default)

  [[nodiscard]] bool parent_all_done() const noexcept {
    return balance.load(memory_order_acquire) + forked == 0;
  }

  /// True when all children are done: the caller goes on with the parent.
  [[nodiscard]] bool parent_commit() noexcept {
    const std::int32_t out = forked;  // once added, somebody else may go on with the parent
    return balance.fetch_add(out, memory_order_acq_rel) + out == 0;
  }

  /// The caller has a child that is out, and goes on with the parent, which waits.
  void parent_revoke() noexcept { balance.fetch_sub(forked, memory_order_relaxed); }

  /// The parent has published `children` more.
  void parent_detached(std::int32_t children) noexcept {
    forked += children;
    if (forked > most_forked) [[unlikely]] {
      forget_arrived();
    }
  }

  /// True when the parent waits and these were the last: the caller goes on with the parent.
  [[nodiscard]] bool arrive(std::int32_t children = 1) noexcept {
    return balance.fetch_sub(children, memory_order_acq_rel) == children;
  }

  /// After all children are done and before the next spawn.
  void parent_reset() noexcept {
    forked = 0;
    balance.store(0, memory_order_relaxed);  // J1: no child is out that could see it
  }

  [[nodiscard]] bool failed() const noexcept {
    return errors.load(memory_order_relaxed) != nullptr;  // J2: ordered by the join itself
  }

  /// Whether a parent has anything to do at its join: children to wait for, or exceptions to throw.
  /// One test.
  [[nodiscard]] bool parent_needed() const noexcept {
    return (static_cast<std::uint32_t>(forked) |
            reinterpret_cast<std::uintptr_t>(errors.load(memory_order_relaxed))) != 0;
  }

  /// Keeps what a child threw. Where the heap has no memory for that, a reserve has, for the first
  /// thousand at a time in the process.
  void record_exception(std::exception_ptr thrown) noexcept;
  void record_current_exception() noexcept;
  /// The one recorded exception, task_errors when there are several, null when there is none.
  /// Empties the record. For the parent, after the join. Without memory for task_errors, the first
  /// exception.
  [[nodiscard]] std::exception_ptr take_error() noexcept;

  /// J5. Half of what `forked` can hold, so that it takes as many again to overflow.
  static constexpr std::int32_t most_forked = 1 << 30;

  [[gnu::cold, gnu::noinline]] void forget_arrived() noexcept;
};

}  // namespace nuthatch::detail
