// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

enum class cell_style : std::uint8_t { plain, strong, good, bad, faint };

/// Text with the style's escape sequences where the terminal takes them.
std::string styled(const std::string& text, cell_style style, const terminal& screen);

struct cell {
  std::string text;
  cell_style style = cell_style::plain;
};

struct column {
  std::string title;
  bool right_aligned = false;
  /// Where the screen is too narrow, the column with the highest number goes first; 0 stays.
  unsigned dispensable = 0;
};

/// Rows under titles, as wide as they need and as narrow as the screen.
class table {
 public:
  explicit table(std::vector<column> columns) : columns_(std::move(columns)) {}

  /// Fewer cells than columns leave the rest empty; a cell in the last place may be of any length.
  void add_row(std::vector<cell> cells) { rows_.push_back(std::move(cells)); }

  [[nodiscard]] std::string render(const terminal& screen) const;

 private:
  /// Of the columns, some of them hidden where the screen is too narrow for all.
  [[nodiscard]] std::vector<std::size_t> widths_within(std::size_t width) const;
  [[nodiscard]] std::string line(const std::vector<cell>& cells,
                                 const std::vector<std::size_t>& widths,
                                 const terminal& screen) const;

  std::vector<column> columns_;
  std::vector<std::vector<cell>> rows_;
};

}  // namespace nuthatch::cli
