// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

namespace nuthatch::openmp {

class task_completion;
struct deferred_task;

/// A node of the dependence graph: its task becomes ready when all its predecessors are complete.
/// Each of these has a list of its successors, which it closes as it completes:
///
///     completed task      running task ──► link ──► link ──► (none)
///     closed                                │        │     one for each successor, and part of it
///
/// Roles: the *generating thread* creates the task and links it behind others; the *completing
/// thread* is the one on which the task completes. Once the list is closed, the completing thread
/// reads links of successors only, so the generating thread may reuse the node.
class depend_node {
 public:
  depend_node() noexcept = default;

  /// Constructs a node without a task: the thread with that number of the task team waits for its
  /// predecessors.
  explicit depend_node(std::uint32_t waiting_thread) noexcept : waiting_thread_(waiting_thread) {}

  depend_node(const depend_node&) = delete;
  depend_node& operator=(const depend_node&) = delete;
  ~depend_node() = default;

  /// Assigns the node to that task. Its previous task must be complete. Generating thread.
  void begin(deferred_task& task) noexcept;

  /// Makes `later`, which is not yet registered, depend on this task, unless this task is complete.
  /// Generating thread of `later`.
  void add_successor(depend_node& successor);

  /// Whether the task is complete, and its thread does not read the node any more. Acquire: what
  /// the task did.
  [[nodiscard]] bool has_completed() const noexcept {
    return successors_.load(detail::memory_order_acquire) == closed();
  }

  /// All predecessors are linked. True if they are complete, and the task is ready. Generating
  /// thread, once.
  [[nodiscard]] bool finish_registration() noexcept;

  /// Whether all predecessors are complete, after finish_registration() was false. Sequentially
  /// consistent.
  [[nodiscard]] bool is_ready() const noexcept {
    return pending_predecessors_.load(detail::memory_order_seq_cst) == 0;
  }

  /// The task is complete: makes those successors ready that have no other pending predecessor.
  /// Completing thread, once.
  void release_successors(const task_completion& by) noexcept;

  /// Frees the node, or leaves that to the completion of its task. The node is on the heap. Last
  /// call of the generating thread.
  void release() noexcept;

  /// The number of references, and the next node of a list. For the generating thread.
  std::uint32_t ref_count = 0;
  depend_node* next = nullptr;

 private:
  struct link {
    depend_node* successor = nullptr;  // null: the generating thread has released the node
    link* next = nullptr;
  };

  static constexpr std::int32_t not_registered = std::numeric_limits<std::int32_t>::max() / 2;

  static link* closed() noexcept;
  [[nodiscard]] bool add(link& new_link) noexcept;
  [[nodiscard]] link& link_after(std::uint32_t others);

  deferred_task* task_ = nullptr;
  std::uint32_t waiting_thread_ = 0;
  std::uint32_t predecessors_ = 0;  // that were not complete when they were linked
  // How many of these are pending. Until the registration is finished, a bias is added and only
  // completions are subtracted.
  detail::atomic<std::int32_t> pending_predecessors_{not_registered};
  detail::atomic<link*> successors_{nullptr};
  std::array<link, 2> own_links_;  // one for each predecessor; in the lists of these
  std::vector<std::unique_ptr<link[]>> more_links_;  // each twice as large as the one before
  link release_link_;                                // in the node's own list
};

}  // namespace nuthatch::openmp
