// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <nuthatch/detail/fiber.hpp>
#include <nuthatch/detail/fork_frame.hpp>
#include <nuthatch/detail/task.hpp>

#include "base/assert.hpp"
#include "base/sanitizers.hpp"

namespace nuthatch::core {

/// The unit of work in all queues: a continuation (a suspended stack) or a fresh task (a closure
/// that has not started), as one word. A default-constructed value is empty.
///
/// A `siblings` item is a chain of fresh children of one scope that travel together; its first task
/// has their number. The taker of a work item owns what it points to.
class work_item {
 public:
  enum class kind : std::uint8_t { continuation, fork, siblings, task };

  constexpr work_item() noexcept = default;

  static work_item continuation(detail::fiber& suspended) noexcept {
    return {&suspended, kind::continuation};
  }

  static work_item fork(detail::fork_frame& pending) noexcept { return {&pending, kind::fork}; }

  static work_item siblings(detail::task& first) noexcept { return {&first, kind::siblings}; }

  static work_item task(detail::task& single) noexcept { return {&single, kind::task}; }

  explicit operator bool() const noexcept { return word_ != 0; }

  friend bool operator==(const work_item&, const work_item&) = default;

  [[nodiscard]] kind what() const noexcept { return static_cast<kind>(word_ & kind_mask); }

  [[nodiscard]] detail::fiber& as_continuation() const noexcept {
    return pointee<detail::fiber>(kind::continuation);
  }

  [[nodiscard]] detail::fork_frame& as_fork() const noexcept {
    return pointee<detail::fork_frame>(kind::fork);
  }

  [[nodiscard]] detail::task& as_siblings() const noexcept {
    return pointee<detail::task>(kind::siblings);
  }

  [[nodiscard]] detail::task& as_task() const noexcept { return pointee<detail::task>(kind::task); }

  /// The join that counts the end of the item if it is a separate task or siblings; else null.
  /// Callable by the owner of the item.
  [[nodiscard]] const detail::join_counter* join() const noexcept {
    switch (what()) {
      case kind::siblings:
        return as_siblings().join;
      case kind::task:
        return as_task().join;
      default:
        return nullptr;
    }
  }

  /// The number of tasks and continuations in the item. Callable by the owner of the item.
  [[nodiscard]] std::uint32_t tasks() const noexcept {
    return what() == kind::siblings ? as_siblings().chain : 1;
  }

  /// Announce the hand-over to sanitizers that do not see the queues: the first before others can
  /// take the item, the second before anything in a taken item is read.
  void announce_published() const noexcept { base::announce_release(address()); }

  void announce_taken() const noexcept { base::announce_acquire(address()); }

  /// For queues that store words.
  [[nodiscard]] std::uintptr_t word() const noexcept { return word_; }

  static work_item from_word(std::uintptr_t word) noexcept { return work_item(word); }

 private:
  static constexpr std::uintptr_t kind_mask = 3;

  explicit work_item(std::uintptr_t word) noexcept : word_(word) {}

  work_item(void* pointee, kind what) noexcept
      : word_(reinterpret_cast<std::uintptr_t>(pointee) | static_cast<std::uintptr_t>(what)) {}

  template <class T>
  [[nodiscard]] T& pointee(kind expected) const noexcept {
    static_assert(alignof(T) > kind_mask);
    NUTHATCH_ASSERT(what() == expected && word_ != 0);
    return *static_cast<T*>(address());
  }

  [[nodiscard]] void* address() const noexcept {
    return reinterpret_cast<void*>(word_ & ~kind_mask);
  }

  std::uintptr_t word_ = 0;
};

}  // namespace nuthatch::core
