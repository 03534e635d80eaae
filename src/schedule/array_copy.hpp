// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include <nuthatch/placed_array.hpp>
#include <nuthatch/redistribute.hpp>

#include "core/team.hpp"
#include "schedule/copied_ranges.hpp"

namespace nuthatch::schedules {

/// An array on its way to fresh pages. Until settle() it is as it was, and so it stays if that is
/// not called.
///
/// Roles: one task makes it and ends it; any thread copies in between.
class array_copy {
 public:
  /// Takes the fresh pages; copiers of `of` work from now on. Throws std::bad_alloc.
  array_copy(detail::moving_array& of, const core::team& by);
  array_copy(const array_copy&) = delete;
  array_copy& operator=(const array_copy&) = delete;

  ~array_copy() { of_.copy = nullptr; }

  /// Throws error for what is no range of it; std::bad_alloc.
  void any_copy(std::size_t first, std::size_t last);

  /// What nobody has copied, when all who do have ended. Returns how many elements that were.
  /// Throws error where one was copied twice; std::bad_alloc.
  std::size_t copy_rest();

  /// Adds pages by node, old and fresh ones, and how many are on another one than before.
  void count_pages(redistribution& to) const;

  /// The array has the fresh pages from now on. The old ones are given back.
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
