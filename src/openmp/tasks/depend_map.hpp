// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "openmp/tasks/depend_node.hpp"
#include "openmp/tasks/dependence_list.hpp"

namespace nuthatch::openmp {

/// The points of the tasks of one parent. One is used again once nobody names it and its task has
/// ended. The parent's alone.
class depend_node_pool {
 public:
  depend_node_pool() = default;
  depend_node_pool(const depend_node_pool&) = delete;
  depend_node_pool& operator=(const depend_node_pool&) = delete;

  /// All that are not named any more. Those of tasks that run on go with these.
  ~depend_node_pool();

  [[nodiscard]] depend_node& take(deferred_task& task);

  /// How many there are, of whatever tasks.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// It is named no more in one of the places where it was.
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

/// The uses that the tasks of one parent make of addresses. The parent's alone.
///
/// What it knows of an address it forgets some time after the tasks that name it have ended.
class depend_map {
 public:
  depend_map() = default;
  depend_map(const depend_map&) = delete;
  depend_map& operator=(const depend_map&) = delete;
  ~depend_map();

  /// `later` comes after all tasks that the uses have to wait for.
  void link_predecessors(std::span<const dependence> dependences, depend_node& successor);

  /// The same, of a point for that task; and what comes after it, will be told so.
  [[nodiscard]] depend_node& add(std::span<const dependence> dependences, deferred_task& created);

  /// All tasks that it knows of have ended. False if there was so much that it is to be deleted.
  [[nodiscard]] bool erase_all() noexcept;

  /// Whether all those that the uses have to wait for have ended.
  [[nodiscard]] bool are_fulfilled(std::span<const dependence> dependences) const;

 private:
  using node_list = std::vector<depend_node*>;

  /// Of one address: the tasks that have no order among themselves, and those before them.
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
  std::unordered_map<const void*, entry> by_address_;  // since the task of all memory
  std::size_t erase_threshold_ = 256;                  // entries, before ended ones are looked for
  depend_node* last_all_ = nullptr;
};

}  // namespace nuthatch::openmp
