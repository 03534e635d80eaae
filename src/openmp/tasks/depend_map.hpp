// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "openmp/tasks/address_table.hpp"
#include "openmp/tasks/depend_node_pool.hpp"
#include "openmp/tasks/dependence_list.hpp"

namespace nuthatch::openmp {

struct task;
struct thread;

/// Maps the addresses in the depend clauses of one task's children to depend nodes. Called only by
/// the parent task's thread.
///
/// An entry is erased some time after the tasks that name its address are complete. The map keeps
/// the memory of entries, sets, nodes and links, and its thread keeps the map for later tasks: see
/// depend_map_cache.
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

  /// Erases all entries. Their tasks may still be running.
  void erase_all() noexcept;

  /// Whether all tasks that the dependences have to wait for are complete.
  [[nodiscard]] bool are_fulfilled(std::span<const dependence> dependences) const;

  [[nodiscard]] spare_link_blocks& links() noexcept { return pool_.links(); }

 private:
  friend class depend_map_cache;

  /// A task in a set. Only the generating thread accesses it.
  struct set_member {
    depend_node* node;
    set_member* next;
  };

  /// The tasks that name one address: the last set, whose tasks are unordered among themselves, and
  /// the set before it.
  struct entry {
    const void* address = nullptr;
    set_member* last_set = nullptr;  // newest first, like the other
    set_member* prev_set = nullptr;
    std::uint32_t last_set_size = 0;
    openmp::dependence_type type = dependence_type::out;
    bool is_used = false;

    [[nodiscard]] bool is_joined_by(openmp::dependence_type other) const noexcept {
      return other == type && other != dependence_type::out;
    }

    [[nodiscard]] const set_member* predecessors_of(openmp::dependence_type other) const noexcept {
      return is_joined_by(other) ? prev_set : last_set;
    }
  };

  [[nodiscard]] static bool have_completed(const set_member* each) noexcept;
  [[nodiscard]] set_member& take_member();
  void add_successor_to(const set_member* each, depend_node& successor);
  void link_after_last_all(depend_node& successor);
  void link_after_all(depend_node& successor);
  void set_last_all(depend_node& node);
  void unref_all(set_member*& set) noexcept;
  void unref_all(entry& known) noexcept;
  void unref_completed(entry& known) noexcept;
  [[nodiscard]] entry& entry_of(const void* address);
  void erase_addresses() noexcept;

  depend_node_pool pool_;
  address_table<entry> by_address_;  // since the last task on omp_all_memory
  depend_node* last_all_ = nullptr;
  set_member* spare_members_ = nullptr;
  std::vector<std::unique_ptr<set_member[]>> member_slabs_;
  std::unique_ptr<depend_map> next_spare_;  // in a depend_map_cache
};

/// The depend maps that tasks of one thread have used. Called only by that thread.
class depend_map_cache {
 public:
  depend_map_cache() noexcept;
  depend_map_cache(const depend_map_cache&) = delete;
  depend_map_cache& operator=(const depend_map_cache&) = delete;
  ~depend_map_cache();

  /// Returns an empty map. Ends the program if there is no memory.
  [[nodiscard]] depend_map& take() noexcept;

  /// Takes back the map of a task that has ended. The task's children may still be running.
  void put(depend_map& unused) noexcept;

 private:
  std::unique_ptr<depend_map> first_;
  std::size_t count_ = 0;
};

/// Returns the depend map of the current task, which gets one at the first call.
[[nodiscard]] depend_map& depend_map_of(thread& self) noexcept;

/// Returns the depend map of an ended task, if it has one, to the thread that has executed it.
void return_depend_map(thread& self, task& ended) noexcept;

}  // namespace nuthatch::openmp
