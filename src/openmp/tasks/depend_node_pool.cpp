// SPDX-License-Identifier: Apache-2.0
#include "openmp/tasks/depend_node_pool.hpp"

#include <algorithm>
#include <utility>

#include "base/capacity.hpp"

namespace nuthatch::openmp {

depend_node_pool::~depend_node_pool() {
  // An unused node has no task, or one that is complete, so no thread will free it.
  while (depend_node* const node = unused_.pop()) {
    delete node;
  }
  while (depend_node* const node = unnamed_.pop()) {
    node->release();
  }
}

depend_node& depend_node_pool::take(deferred_task& task) {
  if (unused_.newest == nullptr) [[unlikely]] {
    refill();
  }
  depend_node& found = *unused_.pop();
  if (unused_.newest != nullptr) {
    unused_.newest->fetch();
  }
  found.return_links(links_);
  found.begin(task);
  return found;
}

void depend_node_pool::refill() {
  constexpr auto fewest = base::capacity<std::size_t>(16, 1);
  const std::size_t searched = unnamed_count_;
  const std::size_t found = move_completed();
  if (found == 0 || found < searched / 4) {
    for (std::size_t i = std::max(fewest, searched / 2); i > 0; --i) {
      auto* const added = new depend_node;
      ++size_;
      unused_.push(*added);
    }
  }
}

/// Moves the unnamed nodes of completed tasks to the unused ones. Returns how many these are.
std::size_t depend_node_pool::move_completed() noexcept {
  std::size_t found = 0;
  node_stack all = std::exchange(unnamed_, {});
  while (depend_node* const each = all.pop()) {
    if (each->has_completed()) {
      unused_.push(*each);
      ++found;
    } else {
      unnamed_.push(*each);
    }
  }
  unnamed_count_ -= found;
  return found;
}

}  // namespace nuthatch::openmp
