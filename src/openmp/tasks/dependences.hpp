// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <unordered_map>
#include <vector>

#include "openmp/tasks/dependence_list.hpp"
#include "openmp/tasks/dependence_point.hpp"

namespace nuthatch::openmp {

/// The points of the tasks of one parent. One is used again once nobody names it and its task has
/// ended. The parent's alone.
class dependence_points {
 public:
  dependence_points() = default;
  dependence_points(const dependence_points&) = delete;
  dependence_points& operator=(const dependence_points&) = delete;

  /// All that are not named any more. Those of tasks that run on go with these.
  ~dependence_points();

  [[nodiscard]] dependence_point& take(deferred_task& task);

  /// How many there are, of whatever tasks.
  [[nodiscard]] std::size_t size() const noexcept { return size_; }

  /// It is named no more in one of the places where it was.
  void drop(dependence_point& named) noexcept {
    if (--named.names == 0) {
      put_last(named);
    }
  }

 private:
  [[nodiscard]] dependence_point* take_first() noexcept;
  void put_last(dependence_point& unnamed) noexcept;

  dependence_point* first_ = nullptr;
  dependence_point* last_ = nullptr;
  std::size_t size_ = 0;
};

/// The uses that the tasks of one parent make of addresses. The parent's alone.
///
/// What it knows of an address it forgets some time after the tasks that name it have ended.
class dependences {
 public:
  dependences() = default;
  dependences(const dependences&) = delete;
  dependences& operator=(const dependences&) = delete;
  ~dependences();

  /// `later` comes after all tasks that the uses have to wait for.
  void find_before(std::span<const dependence> uses, dependence_point& later);

  /// The same, of a point for that task; and what comes after it, will be told so.
  [[nodiscard]] dependence_point& add(std::span<const dependence> uses, deferred_task& made);

  /// All tasks that it knows of have ended. False if there was so much that it is to be deleted.
  [[nodiscard]] bool forget_all() noexcept;

  /// Whether all those that the uses have to wait for have ended.
  [[nodiscard]] bool are_free(std::span<const dependence> uses) const;

 private:
  using points = std::vector<dependence_point*>;

  /// Of one address: the tasks that have no order among themselves, and those before them.
  struct entry {
    openmp::use use = use::out;
    points newest;
    points before;

    [[nodiscard]] bool is_joined_by(openmp::use other) const noexcept {
      return other == use && other != use::out;
    }

    [[nodiscard]] const points& before_a(openmp::use other) const noexcept {
      return is_joined_by(other) ? before : newest;
    }
  };

  [[nodiscard]] static bool have_ended(const points& all) noexcept;
  void come_after_all(dependence_point& later);
  void come_after_newest_of_all(dependence_point& later);
  void be_newest_of_all(dependence_point& made);
  void drop_all(points& of) noexcept;
  void drop_all(entry& of) noexcept;
  void drop_ended(points& of) noexcept;
  void forget_ended() noexcept;
  void forget_addresses() noexcept;

  dependence_points points_;
  std::unordered_map<const void*, entry> by_address_;  // since the task of all memory
  std::size_t many_ = 256;                             // entries, before ended ones are looked for
  dependence_point* of_all_ = nullptr;
};

}  // namespace nuthatch::openmp
