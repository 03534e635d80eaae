// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/work_item.hpp"

namespace nuthatch::core {

/// A list of work items in the order in which they were added. Items are linked in place, so adding
/// one allocates no memory and cannot fail. Not synchronised.
///
/// The queue owns the items that it carries. So these fields are free for the links: `next_free` of
/// a suspended stack (B3 covers running ones), `newer` of a frame that was taken, and `next` of a
/// task. A chain of siblings, already linked by `next`, is added as that many items of one task
/// each.
class work_item_list {
 public:
  [[nodiscard]] bool empty() const noexcept { return !first_; }

  /// Returns the number of items that were added.
  std::uint32_t push_back(work_item added) noexcept {
    if (added.what() != work_item::kind::siblings) {
      append(added);
      return 1;
    }
    std::uint32_t count = 0;
    for (detail::task* next = &added.as_siblings(); next != nullptr; ++count) {
      detail::task& one = *next;
      next = one.next;
      one.finish = added.as_siblings().finish;
      one.chain = 1;
      work_item::siblings(one).announce_published();  // so far only the first of the chain was
      append(work_item::siblings(one));
    }
    return count;
  }

  /// The item must not be a chain of several siblings.
  void push_front(work_item added) noexcept {
    set_next(added, first_);
    if (!first_) {
      last_ = added;
    }
    first_ = added;
  }

  /// Takes the oldest item. Empty if there is none.
  [[nodiscard]] work_item pop_front() noexcept {
    const work_item oldest = first_;
    if (oldest) {
      first_ = next_of(oldest);
      set_next(oldest, work_item());
    }
    return oldest;
  }

  /// Whether there is an item for which wanted(item) is true.
  template <class Wanted>
  [[nodiscard]] bool any_of(Wanted&& wanted) const noexcept {
    for (work_item each = first_; each; each = next_of(each)) {
      if (wanted(each)) {
        return true;
      }
    }
    return false;
  }

  /// Takes the first item, from the front, for which wanted(item) is true. Empty if there is none.
  template <class Wanted>
  [[nodiscard]] work_item take_first_if(Wanted&& wanted) noexcept {
    work_item before;
    for (work_item each = first_; each; each = next_of(each)) {
      if (wanted(each)) {
        take_out(each, before);
        return each;
      }
      before = each;
    }
    return {};
  }

 private:
  /// Takes out `one`, which follows `before`, or is the first.
  void take_out(work_item one, work_item before) noexcept {
    const work_item after = next_of(one);
    if (before) {
      set_next(before, after);
    } else {
      first_ = after;
    }
    if (one == last_) {
      last_ = before;
    }
    set_next(one, work_item());
  }

  void append(work_item added) noexcept {
    set_next(added, work_item());
    if (first_) {
      set_next(last_, added);
    } else {
      first_ = added;
    }
    last_ = added;
  }

  // A link is the word of a work item, stored in a pointer field.

  static void set_next(work_item of, work_item next) noexcept {
    switch (of.what()) {
      case work_item::kind::continuation:
        of.as_continuation().next_free = reinterpret_cast<detail::fiber*>(next.word());
        break;
      case work_item::kind::fork:
        of.as_fork().newer = reinterpret_cast<detail::frame*>(next.word());
        break;
      case work_item::kind::siblings:
        of.as_siblings().next = reinterpret_cast<detail::task*>(next.word());
        break;
      case work_item::kind::task:
        of.as_task().next = reinterpret_cast<detail::task*>(next.word());
        break;
    }
  }

  [[nodiscard]] static work_item next_of(work_item of) noexcept {
    const void* link = nullptr;
    switch (of.what()) {
      case work_item::kind::continuation:
        link = of.as_continuation().next_free;
        break;
      case work_item::kind::fork:
        link = of.as_fork().newer;
        break;
      case work_item::kind::siblings:
        link = of.as_siblings().next;
        break;
      case work_item::kind::task:
        link = of.as_task().next;
        break;
    }
    return work_item::from_word(reinterpret_cast<std::uintptr_t>(link));
  }

  work_item first_;
  work_item last_;
};

}  // namespace nuthatch::core
