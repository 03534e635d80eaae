// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "platform/instructions.hpp"

namespace nuthatch::openmp {

class task_completion;
struct deferred_task;
class depend_node;

/// An element of the list of a task's successors. It lies in a row of links of one successor, whose
/// first word, at the beginning of the cache line, names that successor.
struct depend_link {
  depend_link* next = nullptr;
};

template <std::size_t Count>
struct depend_link_row {
  depend_node* successor = nullptr;  // null: the generating thread has released the node
  std::array<depend_link, Count> links;
};

/// More links of a node than the few in it.
struct alignas(base::cache_line_size) depend_link_block {
  depend_link_row<6> row;
  depend_link_block* next = nullptr;  // an older block of the same node, or of the spare ones
};

/// Blocks of links that no node uses. Called by one thread at a time.
class spare_link_blocks {
 public:
  spare_link_blocks() noexcept = default;
  spare_link_blocks(const spare_link_blocks&) = delete;
  spare_link_blocks& operator=(const spare_link_blocks&) = delete;
  ~spare_link_blocks();

  [[nodiscard]] depend_link_block& take();

  /// Takes back all blocks of a node.
  void put_all(depend_link_block* newest) noexcept;

 private:
  depend_link_block* first_ = nullptr;
};

/// A node of the dependence graph: its task becomes ready when all its predecessors are complete.
/// Each of these has a list of its successors, which it closes as it completes:
///
///     completed task      running task ──► link ──► link ──► (none)
///     closed                                │        │     one for each successor, and part of it
///
/// Roles: the *generating thread* creates the task and links it behind others; the *completing
/// thread* is the one on which the task completes. Once the list is closed, the completing thread
/// reads links of successors only, so the generating thread may reuse the node.
///
/// The first cache line has all that a completing thread accesses in a node: in that of its task,
/// and in those of up to `own_links` successors each. The second is the generating thread's.
class alignas(base::cache_line_size) depend_node {
 public:
  /// Constructs a node without a task: the thread with that number of the task team waits for its
  /// predecessors.
  explicit depend_node(std::uint32_t waiting_thread = 0) noexcept
      : own_row_{this, {}},
        waiting_thread_(waiting_thread) {}

  depend_node(const depend_node&) = delete;
  depend_node& operator=(const depend_node&) = delete;
  ~depend_node();

  /// Prefetches the node for the thread that begins the next task there.
  void fetch() const noexcept {
    platform::fetch_to_change(this);
    platform::fetch_to_change(&release_row_);
  }

  /// Assigns the node to that task. Its previous task must be complete. Generating thread.
  void begin(deferred_task& task) noexcept;

  /// Makes `successor`, which is not yet registered, depend on this task, unless this task is
  /// complete. Generating thread of `successor`.
  void add_successor(depend_node& successor, spare_link_blocks& spare);

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

  /// Returns the blocks of links once the predecessors are complete. Generating thread.
  void return_links(spare_link_blocks& spare) noexcept;

  /// Frees the node, or leaves that to the completion of its task. The node is on the heap. Last
  /// call of the generating thread.
  void release() noexcept;

 private:
  static constexpr std::uint32_t own_links = 4;
  static constexpr std::int32_t not_registered = std::numeric_limits<std::int32_t>::max() / 2;

  static depend_link* closed() noexcept;
  [[nodiscard]] static depend_node* successor_of(const depend_link& at) noexcept;
  [[nodiscard]] bool add(depend_link& new_link) noexcept;
  [[nodiscard]] depend_link& next_link(spare_link_blocks& spare);

  // Accessed by completing threads.
  depend_link_row<own_links> own_row_;  // one link for each predecessor; in the lists of these
  detail::atomic<depend_link*> successors_{nullptr};
  // How many predecessors are pending. Until the registration is finished, a bias is added and only
  // completions are subtracted.
  detail::atomic<std::int32_t> pending_predecessors_{not_registered};
  std::uint32_t waiting_thread_ = 0;
  deferred_task* task_ = nullptr;

  // Accessed by the generating thread.
  alignas(base::cache_line_size) depend_link_row<1> release_row_;  // in the node's own list
  std::uint32_t predecessors_ = 0;  // that were not complete when they were linked
  std::uint32_t links_in_block_ = 0;
  depend_link_block* more_links_ = nullptr;  // newest first

 public:
  /// The number of references, and the next node of a list. For the generating thread.
  std::uint32_t ref_count = 0;
  depend_node* next = nullptr;
};

static_assert(sizeof(depend_node) == 2 * base::cache_line_size);

}  // namespace nuthatch::openmp
