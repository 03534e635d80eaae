// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/future_state.hpp>

namespace nuthatch::detail {

class dependence;
class first_complete;

/// An entry of a dependence in the list of waiters of one of its antecedents.
struct antecedent : future_waiter {
  future_base* future;
  dependence* of = nullptr;

  explicit antecedent(future_base& before) noexcept;
};

/// Launches a dependent task when its antecedents, futures, are complete. It lies in the closure of
/// the task, as the antecedents do.
///
/// | operation   | caller                          | order                                      |
/// |-------------|---------------------------------|--------------------------------------------|
/// | begin       | the creator of the task, once   | as any_arrive                              |
/// | any_arrive  | whoever completes an antecedent | acq_rel: releases its writes, the last one |
/// |             |                                 | acquires all                               |
///
/// Invariant:
///  R1  `missing_` includes the antecedents at which begin() has not looked yet. So the task is not
///      launched, and the closure exists, until begin() has looked at the last of them.
class dependence {
 public:
  /// @param events  what has to happen before the task is launched.
  explicit dependence(std::size_t events) noexcept : missing_(events) {}

  dependence(const dependence&) = delete;
  dependence& operator=(const dependence&) = delete;
  ~dependence() = default;

  /// Launches the task once all of `before` are complete; at once, if they are. The task may have
  /// ended when this returns.
  void begin(future_base& dependent, std::span<antecedent> before) noexcept;

 private:
  friend class first_complete;

  void any_arrive(std::size_t events, task_end how) noexcept;

  static void on_completion(future_waiter& self, task_end how) noexcept;

  friend struct antecedent;

  atomic<std::size_t> missing_;
  future_base* dependent_ = nullptr;
};

inline antecedent::antecedent(future_base& before) noexcept
    : future_waiter{dependence::on_completion},
      future(&before) {}

/// Launches a dependent task when the first of its antecedents is complete. It lies in memory of
/// its own, since the others refer to it until they are complete too.
///
/// Invariant:
///  R2  `holders_` is the number of antecedents that may still call it, and one for the closure of
///      the task. The last of them destroys the object.
class first_complete {
 public:
  /// Ends the hold of the closure.
  struct release {
    void operator()(first_complete* held) const noexcept { held->any_release(1); }
  };

  using pointer = std::unique_ptr<first_complete, release>;

  /// Requires a number of antecedents that is not 0. Throws std::bad_alloc.
  static pointer make(std::size_t antecedents);

  first_complete(const first_complete&) = delete;
  first_complete& operator=(const first_complete&) = delete;

  /// The next antecedent. Call this as often as there are antecedents, then begin().
  void add(future_base& next) noexcept;

  void begin(future_base& dependent) noexcept;

  /// The number of the antecedent that was complete first. For the dependent task.
  [[nodiscard]] std::size_t index() const noexcept { return index_; }

 private:
  struct entry : future_waiter {
    future_base* future = nullptr;
    first_complete* of = nullptr;
    std::size_t index = 0;
  };

  explicit first_complete(std::size_t antecedents);
  ~first_complete() = default;

  static void on_completion(future_waiter& self, task_end how) noexcept;
  void any_decide(std::size_t index, task_end how) noexcept;
  void any_release(std::size_t holders) noexcept;

  std::unique_ptr<entry[]> entries_;
  std::size_t added_ = 0;
  std::size_t index_ = 0;  // written by the first to set decided_
  dependence launch_{2};   // begin() has looked at all, and one is complete
  atomic<bool> decided_{/*value=*/false};
  atomic<std::size_t> holders_;
};

}  // namespace nuthatch::detail
