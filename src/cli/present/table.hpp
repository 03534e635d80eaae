// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

enum class cell_style : std::uint8_t { plain, strong, good, bad, faint };

/// The text with the style's escape sequences if the terminal supports them.
std::string styled(const std::string& text, cell_style style, const terminal& screen);

struct cell {
  std::string text;
  cell_style style = cell_style::plain;
};

struct column {
  std::string title;
  bool right_aligned = false;
  /// On a narrow screen, the column with the highest number is hidden first; 0 is never hidden.
  unsigned dispensable = 0;
};

/// Rows under titles, as wide as needed and no wider than the screen.
class table {
 public:
  explicit table(std::vector<column> columns) : columns_(std::move(columns)) {}

  /// Fewer cells than columns leave the rest empty. A cell in the last place may have any length.
  void add_row(std::vector<cell> cells) { rows_.push_back(std::move(cells)); }

  [[nodiscard]] std::string render(const terminal& screen) const;

 private:
  /// The widths of the columns. Some are hidden if the screen is too narrow.
  [[nodiscard]] std::vector<std::size_t> widths_within(std::size_t width) const;
  [[nodiscard]] std::string line(const std::vector<cell>& cells,
                                 const std::vector<std::size_t>& widths,
                                 const terminal& screen) const;

  std::vector<column> columns_;
  std::vector<std::vector<cell>> rows_;
};

}  // namespace nuthatch::cli
