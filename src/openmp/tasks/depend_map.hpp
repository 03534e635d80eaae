// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "openmp/tasks/depend_node.hpp"
#include "openmp/tasks/dependence_list.hpp"

namespace nuthatch::openmp {

/// The depend nodes of the children of one task. A node is reused once nothing refers to it and its
/// task is complete. Called only by the parent task's thread.
class depend_node_pool {
 public:
  depend_node_pool() = default;
  depend_node_pool(const depend_node_pool&) = delete;
  depend_node_pool& operator=(const depend_node_pool&) = delete;

  /// Releases all nodes without references. Nodes of running tasks are freed when the tasks
  /// complete.
  ~depend_node_pool();

  [[nodiscard]] depend_node& take(deferred_task& task);

  /// The number of nodes, whatever tasks they belong to.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// Drops one reference.
  void unref(depend_node& named) noexcept {
    if (--named.ref_count == 0) {
      put_last(named);
    }
  }

 private:
  [[nodiscard]] depend_node* take_first() noexcept;
  void put_last(depend_node& unnamed) noexcept;

  depend_node* first_ = nullptr;
  depend_node* last_ = nullptr;
  std::size_t size_ = 0;
};

/// Maps the addresses in the depend clauses of one task's children to depend nodes. Called only by
/// the parent task's thread.
///
/// An entry is erased some time after the tasks that name its address are complete.
class depend_map {
 public:
  depend_map() = default;
  depend_map(const depend_map&) = delete;
  depend_map& operator=(const depend_map&) = delete;
  ~depend_map();

  /// Makes `successor` depend on all tasks that the dependences have to wait for.
  void link_predecessors(std::span<const dependence> dependences, depend_node& successor);

  /// Links a node for the task behind its predecessors and records it in the map, so that later
  /// siblings can depend on it.
  [[nodiscard]] depend_node& add(std::span<const dependence> dependences, deferred_task& created);

  /// Erases all entries; all of their tasks must be complete. Returns false if the map has grown so
  /// large that it should be deleted.
  [[nodiscard]] bool erase_all() noexcept;

  /// Whether all tasks that the dependences have to wait for are complete.
  [[nodiscard]] bool are_fulfilled(std::span<const dependence> dependences) const;

 private:
  using node_list = std::vector<depend_node*>;

  /// The tasks that name one address: the last set, whose tasks are unordered among themselves, and
  /// the set before it.
  struct entry {
    openmp::dependence_type type = dependence_type::out;
    node_list last_set;
    node_list prev_set;

    [[nodiscard]] bool is_joined_by(openmp::dependence_type other) const noexcept {
      return other == type && other != dependence_type::out;
    }

    [[nodiscard]] const node_list& predecessors_of(openmp::dependence_type other) const noexcept {
      return is_joined_by(other) ? prev_set : last_set;
    }
  };

  [[nodiscard]] static bool have_completed(const node_list& all) noexcept;
  void link_after_all(depend_node& successor);
  void link_after_last_all(depend_node& successor);
  void set_last_all(depend_node& node);
  void unref_all(node_list& nodes) noexcept;
  void unref_all(entry& known) noexcept;
  void unref_completed(node_list& nodes) noexcept;
  void erase_completed() noexcept;
  void erase_addresses() noexcept;

  depend_node_pool pool_;
  std::unordered_map<const void*, entry> by_address_;  // since the last task on omp_all_memory
  std::size_t erase_threshold_ = 256;  // number of entries at which completed ones are erased
  depend_node* last_all_ = nullptr;
};

}  // namespace nuthatch::openmp
