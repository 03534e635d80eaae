// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace nuthatch::workloads {

/// The rows and columns of a board that a cell covers.
struct rectangle {
  std::int16_t top;
  std::int16_t left;
  std::int16_t rows;
  std::int16_t columns;

  [[nodiscard]] int bottom() const noexcept { return top + rows; }  // one past the last

  [[nodiscard]] int right() const noexcept { return left + columns; }

  friend bool operator==(const rectangle&, const rectangle&) = default;
};

struct cell_shape {
  std::int16_t rows;
  std::int16_t columns;
};

/// A part of a chip, in one of several shapes. It is placed directly to the right of an earlier
/// cell, or directly below one, or both, and shares part of an edge with it.
struct floorplan_cell {
  static constexpr int nobody = -1;

  std::vector<cell_shape> shapes;
  int left = nobody;   ///< the cell to its left
  int above = nobody;  ///< the cell above it
};

/// The cells of a chip that have been placed, in order, on a board of 64 by 64. The first is in its
/// corner.
class floorplan {
 public:
  static constexpr int board_side = 64;
  static constexpr int no_area = board_side * board_side + 1;  ///< larger than any area
  static constexpr std::size_t max_cells = 24;

  [[nodiscard]] std::size_t cells() const noexcept { return cells_; }

  [[nodiscard]] std::span<const rectangle> places() const noexcept {
    return std::span(places_).first(cells_);
  }

  /// The area of the rectangle around all cells. Placing another cell never makes it smaller.
  [[nodiscard]] int area() const noexcept { return rows_ * columns_; }

  /// The same with another cell.
  [[nodiscard]] int area_with(const rectangle& place) const noexcept {
    return std::max(rows_, place.bottom()) * std::max(columns_, place.right());
  }

  /// Whether no cell is there yet.
  [[nodiscard]] bool is_free(const rectangle& place) const noexcept {
    const std::uint64_t columns = mask_of(place);
    std::uint64_t taken = 0;
    for (int row = place.top; row < place.bottom(); ++row) {
      taken |= board_[static_cast<std::size_t>(row)] & columns;
    }
    return taken == 0;
  }

  /// Places the next cell, whose place must be free.
  void add(const rectangle& place) noexcept {
    const std::uint64_t columns = mask_of(place);
    for (int row = place.top; row < place.bottom(); ++row) {
      board_[static_cast<std::size_t>(row)] |= columns;
    }
    rows_ = std::max(rows_, place.bottom());
    columns_ = std::max(columns_, place.right());
    places_[cells_++] = place;
  }

  /// Calls visit(place) for each place beside the placed cells where a cell may be, free or not.
  template <class Visit>
  void for_each_place(const floorplan_cell& cell, const Visit& visit) const {
    std::optional<range> above_rows;
    std::optional<range> above_columns;
    std::optional<range> left_rows;
    std::optional<range> left_columns;
    if (cell.above != floorplan_cell::nobody) {
      const rectangle& above = places_[static_cast<std::size_t>(cell.above)];
      above_rows = rows_of(above);
      above_columns = columns_of(above);
    }
    if (cell.left != floorplan_cell::nobody) {
      const rectangle& left = places_[static_cast<std::size_t>(cell.left)];
      left_rows = rows_of(left);
      left_columns = columns_of(left);
    }
    for (const cell_shape& shape : cell.shapes) {
      const auto [first_top, last_top] = beginnings(shape.rows, above_rows, left_rows);
      const auto [first_left, last_left] = beginnings(shape.columns, left_columns, above_columns);
      for (int top = first_top; top <= last_top; ++top) {
        for (int left = first_left; left <= last_left; ++left) {
          visit(rectangle{static_cast<std::int16_t>(top),
                          static_cast<std::int16_t>(left),
                          shape.rows,
                          shape.columns});
        }
      }
    }
  }

 private:
  struct range {
    int first;
    int last;
  };

  static std::uint64_t mask_of(const rectangle& place) noexcept {
    return ((std::uint64_t{1} << static_cast<unsigned>(place.columns)) - 1)
           << static_cast<unsigned>(place.left);
  }

  static range rows_of(const rectangle& place) noexcept { return {place.top, place.bottom() - 1}; }

  static range columns_of(const rectangle& place) noexcept {
    return {place.left, place.right() - 1};
  }

  /// The range where this many rows or columns may begin that are behind those of one cell and
  /// beside those of another, if there are such cells.
  static range beginnings(int length,
                          std::optional<range> behind,
                          std::optional<range> beside) noexcept {
    range found{0, behind || beside ? board_side - length : 0};
    if (behind) {
      found = {behind->last + 1, std::min(found.last, behind->last + 1)};
    }
    if (beside) {
      found = {std::max(found.first, beside->first - length + 1),
               std::min(found.last, beside->last)};
    }
    return found;
  }

  std::array<std::uint64_t, board_side> board_{};  ///< for each row, a bit for each column
  std::array<rectangle, max_cells> places_;        // of the placed cells
  std::size_t cells_ = 0;
  int rows_ = 0;
  int columns_ = 0;
};

}  // namespace nuthatch::workloads
