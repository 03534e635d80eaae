// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/placed_array.hpp>
#include <nuthatch/redistribute.hpp>

#include "core/team.hpp"
#include "schedule/copied_ranges.hpp"

namespace nuthatch::schedules {

/// An array on its way to new pages. It does not change before settle(), nor at all if that is not
/// called.
///
/// Roles: one task creates and destroys it; any thread copies in between.
class array_copy {
 public:
  /// Allocates the new pages; copiers of `of` work from now on. Throws std::bad_alloc.
  array_copy(detail::moving_array& of, const core::team& by);
  array_copy(const array_copy&) = delete;
  array_copy& operator=(const array_copy&) = delete;

  ~array_copy() { of_.copy = nullptr; }

  /// Throws error if that is not a range of the array; std::bad_alloc.
  void any_copy(std::size_t first, std::size_t last);

  /// Copies the elements that no task has copied; call it when all copying tasks have ended.
  /// Returns the number of these elements. Throws error if an element was copied twice;
  /// std::bad_alloc.
  std::size_t copy_rest();

  /// Adds the numbers of old and new pages by node, and of those that are on another node than
  /// before.
  void count_pages(redistribution& to) const;

  /// Gives the new pages to the array, and frees the old ones.
  void settle() noexcept;

  [[nodiscard]] std::size_t pages() const noexcept;

 private:
  void copy_bytes(const element_range& of) noexcept;

  detail::moving_array& of_;
  const core::team& team_;
  detail::data_pages fresh_;
  copied_ranges copied_;
};

}  // namespace nuthatch::schedules
