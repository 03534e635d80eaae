// SPDX-License-Identifier: Apache-2.0
#include "cli/present/table.hpp"

#include <algorithm>
#include <array>
#include <ranges>
#include <string_view>

#include <fmt/format.h>

namespace nuthatch::cli {

namespace {

constexpr std::size_t gap = 2;
constexpr std::size_t hidden = SIZE_MAX;  // the width of a hidden column

std::string_view escape_of(cell_style style) {
  constexpr std::array<std::string_view, 5> escapes = {
      "", "\033[1m", "\033[32m", "\033[1;31m", "\033[2m"};
  return escapes.at(static_cast<std::size_t>(style));
}

/// Whether it is the last cell of a row that ends early: a remark in place of numbers.
bool is_remark(const std::vector<cell>& row, std::size_t i, const std::vector<column>& columns) {
  return i + 1 == row.size() && row.size() < columns.size();
}

/// The width that shows all of column `i`.
std::size_t full_width(const std::vector<std::vector<cell>>& rows,
                       const std::vector<column>& columns,
                       std::size_t i) {
  std::size_t width = columns[i].title.size();
  for (const std::vector<cell>& row : rows) {
    if (i < row.size() && !is_remark(row, i, columns)) {
      width = std::max(width, row[i].text.size());
    }
  }
  return width;
}

}  // namespace

std::string styled(const std::string& text, cell_style style, const terminal& screen) {
  if (text.empty() || !screen.colour() || style == cell_style::plain) {
    return text;
  }
  return fmt::format("{}{}\033[0m", escape_of(style), text);
}

std::vector<std::size_t> table::widths_within(std::size_t width) const {
  std::vector<std::size_t> widths;
  std::size_t total = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(full_width(rows_, columns_, i));
    total += widths.back() + gap;
  }
  while (total > width) {
    const auto rank = [&](std::size_t i) {
      return widths[i] == hidden ? 0 : columns_[i].dispensable;
    };
    const std::size_t most =
        *std::ranges::max_element(std::views::iota(std::size_t{0}, widths.size()), {}, rank);
    if (rank(most) == 0) {
      break;
    }
    total -= widths[most] + gap;
    widths[most] = hidden;
  }
  return widths;
}

std::string table::line(const std::vector<cell>& cells,
                        const std::vector<std::size_t>& widths,
                        const terminal& screen) const {
  std::string text;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool remark = is_remark(cells, i, columns_);
    if (widths[i] == hidden && !remark) {
      continue;
    }
    const std::size_t length = cells[i].text.size();
    const std::string padding(remark || length > widths[i] ? 0 : widths[i] - length, ' ');
    const std::string shown = styled(cells[i].text, cells[i].style, screen);
    text += std::string(gap, ' ') +
            (columns_[i].right_aligned && !remark ? padding + shown : shown + padding);
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text + "\n";
}

std::string table::render(const terminal& screen) const {
  const std::vector<std::size_t> widths = widths_within(screen.width());
  std::vector<cell> titles;
  titles.reserve(columns_.size());
  for (const column& one : columns_) {
    titles.push_back({one.title, cell_style::strong});
  }
  std::string text = line(titles, widths, screen);
  for (const std::vector<cell>& row : rows_) {
    text += line(row, widths, screen);
  }
  return text;
}

}  // namespace nuthatch::cli
