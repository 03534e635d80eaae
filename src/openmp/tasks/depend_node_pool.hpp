// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "openmp/tasks/depend_node.hpp"

namespace nuthatch::openmp {

struct deferred_task;

/// The depend nodes of the children of one task. A node is reused once nothing refers to it and its
/// task is complete. Called by one thread at a time.
///
/// Nodes without references are either *unused*, or *unnamed*: their tasks may be running. When no
/// node is unused, the pool looks for completed tasks among the unnamed ones, and allocates nodes
/// only if it finds few. So it has at most about twice as many nodes as there are tasks that run or
/// are referred to, and a take() looks at a constant number of nodes on average.
class depend_node_pool {
 public:
  depend_node_pool() = default;
  depend_node_pool(const depend_node_pool&) = delete;
  depend_node_pool& operator=(const depend_node_pool&) = delete;

  /// Releases all nodes without references. Nodes of running tasks are freed when the tasks
  /// complete.
  ~depend_node_pool();

  [[nodiscard]] depend_node& take(deferred_task& task);

  /// Drops one reference.
  void unref(depend_node& named) noexcept {
    if (--named.ref_count == 0) {
      unnamed_.push(named);
      ++unnamed_count_;
    }
  }

  /// Links of nodes that have more predecessors than fit in the node.
  [[nodiscard]] spare_link_blocks& links() noexcept { return links_; }

  /// The number of nodes, whatever tasks they belong to.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

 private:
  struct node_stack {
    depend_node* newest = nullptr;

    void push(depend_node& added) noexcept {
      added.next = newest;
      newest = &added;
    }

    [[nodiscard]] depend_node* pop() noexcept {
      depend_node* const first = newest;
      if (first != nullptr) {
        newest = first->next;
      }
      return first;
    }
  };

  void refill();
  [[nodiscard]] std::size_t move_completed() noexcept;

  node_stack unused_;
  node_stack unnamed_;
  std::size_t unnamed_count_ = 0;
  std::size_t size_ = 0;
  spare_link_blocks links_;
};

}  // namespace nuthatch::openmp
