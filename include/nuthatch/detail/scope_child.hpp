// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/children.hpp>
#include <nuthatch/detail/make_task.hpp>

namespace nuthatch::detail {

/// The operations of a scope's child.
template <class Function, task_memory Memory>
struct scope_child {
  /// A loop with the closure's code inside: a child costs no indirect call, and the blocks go back
  /// to the cache together.
  static worker& run_siblings(worker& before, children_frame& children) noexcept {
    worker* self = &before;
    task* const first = children.newest_child;
    task* next = first;
    task* last;  // NOLINT(cppcoreguidelines-init-variables): the loop runs at least once
    while (true) {
      last = next;
      next = last->next;
      children.newest_child = next;
      auto* const closure = closure_of<Function>(*last);
      try {
        static_cast<void>((*closure)());
      } catch (...) {
        children.join->record_current_exception();
      }
      detail::end_closure(closure, [&children] { children.join->record_current_exception(); });
      if constexpr (on_heap<Function, Memory>) {
        return free_task<Function, Memory>(last);
      }
      self = &reload_worker();
      // While the child ran, others may have got the next one, and its block as well.
      if (next == nullptr || children.newest_child != next ||
          next->operations != last->operations || self->poll_pending()) [[unlikely]] {
        break;
      }
    }
    constexpr std::uint32_t block_class = task_layout<Function>::block_class;
    if (children.tag.published_in_memory()) [[unlikely]] {
      // The last child may have resumed on another worker.
      return put_foreign_chain(first, last, block_class);
    }
    self->blocks.put_chain(first, last, block_class);
    return *self;
  }

  static constexpr task_operations operations{run_alone,
                                              child_task<Function, Memory>::refuse,
                                              origin_of<Function>,
                                              /*launched=*/nullptr,
                                              run_siblings};
};

}  // namespace nuthatch::detail
