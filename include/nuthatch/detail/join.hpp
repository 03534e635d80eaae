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

/// Adds a later exception to `thrown`, as task_errors collects them. Without memory, it is dropped.
[[gnu::cold]] void add_error(std::exception_ptr& thrown, std::exception_ptr later) noexcept;

/// Returns `thrown`, or null if it is a `stopped`.
[[nodiscard, gnu::cold]] std::exception_ptr without_stopped(std::exception_ptr thrown) noexcept;

/// Throws the exceptions that `first` and `second` contain: a single one itself, several as one
/// task_errors.
[[noreturn, gnu::cold]] void rethrow_both(std::exception_ptr first, std::exception_ptr second);

/// Counts the published children of one parent, and collects their exceptions.
///
/// Roles: the parent (whichever worker executes it at the moment) and the detached children.
///
/// | operation       | caller           | order                                              |
/// |-----------------|------------------|----------------------------------------------------|
/// | parent_detached | parent           | plain: only the parent's executor touches `forked` |
/// | arrive          | a finished child | acq_rel: releases its writes, the last one         |
/// |                 |                  | acquires all                                       |
/// | parent_all_done | parent           | acquire: pairs with the release half of arrive     |
/// | parent_commit   | parent, once its | acq_rel: publishes `waiter`; acquires the children |
/// |                 | stack is saved   |                                                    |
/// | parent_revoke   | the holder of an | relaxed: nothing is handed over                    |
/// |                 | unfinished child |                                                    |
///
/// Invariants:
///  J1  Before parent_commit, `balance` is minus the number of arrived children.
///  J2  parent_commit adds `forked`; from then on `balance` is the number of unfinished children,
///      and exactly one of arrive and parent_commit sees it become zero. That one resumes the
///      parent. A thread that holds one of these children, and does not run it, can revoke the
///      commit.
///  J3  A waiting parent has nothing to count until it runs again, so `forked` needs no atomic
///      access.
///  J4  A finish counts in `balance` from the start: 1 for itself and 1 for each async, with
///      `forked` = -1, so that every operation here has the same meaning for it.
///  J5  The counters limit the number of children that are unfinished at the same time. Each takes
///      64 bytes or a stack, and memory does not suffice for 2^31 of them. But a scope may have
///      that many in succession without a sync; so when `forked` has become large, parent_detached
///      subtracts the arrived children from both numbers.
///
/// Progress: wait-free. Source: the split counter of wait-free continuation-stealing runtimes; it
/// replaces the lock of the closures in Lifflander, Krishnamoorthy and Kale, Optimizing Data
/// Locality for Fork/Join Programs Using Constrained Work Stealing.
struct join_counter {
  std::int32_t forked = 0;
  atomic<std::int32_t> balance = 0;
  atomic<error_node*> errors = nullptr;
  fiber* waiter;               // written by the parent before parent_commit, read by the last child
  std::uint64_t newest_spawn;  // of those counted here, by the parent's numbers, if spawns have any

  // Not `= default`: `waiter` stays uninitialized even where `{}` constructs, because it is read
  // only after parent_commit.
  join_counter() noexcept {}  // NOLINT(modernize-use-equals-default)

  [[nodiscard]] bool parent_all_done() const noexcept {
    return balance.load(memory_order_acquire) + forked == 0;
  }

  /// Returns true if all children have ended: then the caller resumes the parent.
  [[nodiscard]] bool parent_commit() noexcept {
    const std::int32_t out = forked;  // the addition may let another thread resume the parent
    return balance.fetch_add(out, memory_order_acq_rel) + out == 0;
  }

  /// The caller holds an unfinished child, and resumes the waiting parent.
  void parent_revoke() noexcept { balance.fetch_sub(forked, memory_order_relaxed); }

  /// The parent has published `children` more.
  void parent_detached(std::int32_t children) noexcept {
    forked += children;
    if (forked > max_forked) [[unlikely]] {
      forget_arrived();
    }
  }

  /// Returns true if the parent waits and these were its last children: the caller resumes the
  /// parent.
  [[nodiscard]] bool arrive(std::int32_t children = 1) noexcept {
    return balance.fetch_sub(children, memory_order_acq_rel) == children;
  }

  /// Has to be called after all children have ended and before the next spawn.
  void parent_reset() noexcept {
    forked = 0;
    balance.store(0, memory_order_relaxed);  // J1: no unfinished child could see it
  }

  [[nodiscard]] bool failed() const noexcept {
    return errors.load(memory_order_relaxed) != nullptr;  // J2: ordered by the join itself
  }

  /// Returns whether a parent has anything to do at its join: children to wait for, or exceptions
  /// to throw. Takes one test.
  [[nodiscard]] bool parent_needed() const noexcept {
    return (static_cast<std::uint32_t>(forked) |
            reinterpret_cast<std::uintptr_t>(errors.load(memory_order_relaxed))) != 0;
  }

  /// Stores the exception of a child. If the heap has no memory for it, it uses a reserve for the
  /// first thousand at a time in the process.
  void record_exception(std::exception_ptr thrown) noexcept;
  void record_current_exception() noexcept;
  /// Removes and returns the recorded exception: task_errors if there are several, null if there is
  /// none. For the parent, after the join. Without memory for task_errors, it returns the first
  /// exception.
  [[nodiscard]] std::exception_ptr take_error() noexcept;

  /// J5. Half of what `forked` can hold, so that it would take as many again to overflow.
  static constexpr std::int32_t max_forked = 1 << 30;

  [[gnu::cold, gnu::noinline]] void forget_arrived() noexcept;
};

}  // namespace nuthatch::detail
