// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/work.hpp"

namespace nuthatch::core {

/// Works in the order in which they came. They are linked where they lie, so adding one takes no
/// memory and cannot fail. Not synchronised.
///
/// What a queue carries belongs to the queue: `next_free` of a suspended stack (B3 speaks of
/// running ones), `newer` of a frame that was taken, and `next` of a task are free for the links. A
/// chain of siblings, which are linked by `next` already, is added as that many works of one each.
class work_list {
 public:
  [[nodiscard]] bool empty() const noexcept { return !first_; }

  /// Returns how many works were added.
  std::uint32_t push_back(work added) noexcept {
    if (added.what() != work::kind::siblings) {
      append(added);
      return 1;
    }
    std::uint32_t count = 0;
    for (detail::task* next = &added.as_siblings(); next != nullptr; ++count) {
      detail::task& one = *next;
      next = one.next;
      one.finish = added.as_siblings().finish;
      one.chain = 1;
      work::siblings(one).announce_given();  // so far only the first of the chain was
      append(work::siblings(one));
    }
    return count;
  }

  /// A single one: no chain of several siblings.
  void push_front(work added) noexcept {
    set_next(added, first_);
    if (!first_) {
      last_ = added;
    }
    first_ = added;
  }

  /// The oldest; empty when there is none.
  [[nodiscard]] work pop_front() noexcept {
    const work oldest = first_;
    if (oldest) {
      first_ = next_of(oldest);
      set_next(oldest, work());
    }
    return oldest;
  }

  /// Whether any is wanted(work).
  template <class Wanted>
  [[nodiscard]] bool any_of(Wanted&& wanted) const noexcept {
    for (work each = first_; each; each = next_of(each)) {
      if (wanted(each)) {
        return true;
      }
    }
    return false;
  }

  /// Takes out the first that is wanted(work), from the front on; empty when there is none.
  template <class Wanted>
  [[nodiscard]] work take_first_if(Wanted&& wanted) noexcept {
    work before;
    for (work each = first_; each; each = next_of(each)) {
      if (wanted(each)) {
        take_out(each, before);
        return each;
      }
      before = each;
    }
    return {};
  }

 private:
  /// The one after `before`, or the first.
  void take_out(work one, work before) noexcept {
    const work after = next_of(one);
    if (before) {
      set_next(before, after);
    } else {
      first_ = after;
    }
    if (one == last_) {
      last_ = before;
    }
    set_next(one, work());
  }

  void append(work added) noexcept {
    set_next(added, work());
    if (first_) {
      set_next(last_, added);
    } else {
      first_ = added;
    }
    last_ = added;
  }

  // A link is a work's word, in a field whose type is that of a pointer.

  static void set_next(work of, work next) noexcept {
    switch (of.what()) {
      case work::kind::continuation:
        of.as_continuation().next_free = reinterpret_cast<detail::fiber*>(next.word());
        break;
      case work::kind::fork:
        of.as_fork().newer = reinterpret_cast<detail::frame*>(next.word());
        break;
      case work::kind::siblings:
        of.as_siblings().next = reinterpret_cast<detail::task*>(next.word());
        break;
      case work::kind::task:
        of.as_task().next = reinterpret_cast<detail::task*>(next.word());
        break;
    }
  }

  [[nodiscard]] static work next_of(work of) noexcept {
    const void* link = nullptr;
    switch (of.what()) {
      case work::kind::continuation:
        link = of.as_continuation().next_free;
        break;
      case work::kind::fork:
        link = of.as_fork().newer;
        break;
      case work::kind::siblings:
        link = of.as_siblings().next;
        break;
      case work::kind::task:
        link = of.as_task().next;
        break;
    }
    return work::from_word(reinterpret_cast<std::uintptr_t>(link));
  }

  work first_;
  work last_;
};

}  // namespace nuthatch::core
