#include "cli/present/table.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

namespace {

constexpr std::size_t gap = 2;

std::string_view escape_of(cell_style style) {
  switch (style) {
    case cell_style::strong:
      return "\033[1m";
    case cell_style::good:
      return "\033[32m";
    case cell_style::bad:
      return "\033[1;31m";
    case cell_style::faint:
      return "\033[2m";
    case cell_style::plain:
      break;
  }
  return "";
}

/// The last cell of a row that ends early: it says something in the place of numbers.
bool is_remark(const std::vector<cell>& row, std::size_t i, const std::vector<column>& columns) {
  return i + 1 == row.size() && row.size() < columns.size();
}

/// The width in which all of column `i` is seen.
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

/// Which of the columns that are shown to leave out next; columns.size() when there is none.
std::size_t most_dispensable(const std::vector<column>& columns, const std::vector<bool>& shown) {
  std::size_t most = columns.size();
  unsigned rank = 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (shown[i] && columns[i].dispensable > rank) {
      most = i;
      rank = columns[i].dispensable;
    }
  }
  return most;
}

}  // namespace

std::string styled(const std::string& text, cell_style style, const terminal& screen) {
  if (!screen.colour() || style == cell_style::plain) {
    return text;
  }
  return fmt::format("{}{}\033[0m", escape_of(style), text);
}

struct table::layout {
  std::vector<std::size_t> widths;
  std::vector<bool> shown;
};

table::layout table::fit(std::size_t width) const {
  layout shape{std::vector<std::size_t>(columns_.size()), std::vector<bool>(columns_.size(), true)};
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    shape.widths[i] = full_width(rows_, columns_, i);
  }
  const auto total = [&] {
    std::size_t sum = 0;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      sum += shape.shown[i] ? shape.widths[i] + gap : 0;
    }
    return sum;
  };
  while (total() > width) {
    const std::size_t victim = most_dispensable(columns_, shape.shown);
    if (victim == columns_.size()) {
      break;
    }
    shape.shown[victim] = false;
  }
  return shape;
}

std::string table::line(const std::vector<cell>& cells,
                        const layout& shape,
                        const terminal& screen) const {
  std::string text;
  std::size_t owed = 0;  // spaces, left out at the end of a line
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool remark = is_remark(cells, i, columns_);
    if (!shape.shown[i] && !remark) {
      continue;
    }
    const std::size_t length = cells[i].text.size();
    const std::size_t padding = remark || length > shape.widths[i] ? 0 : shape.widths[i] - length;
    owed += gap + (columns_[i].right_aligned && !remark ? padding : 0);
    if (length > 0) {
      text.append(owed, ' ');
      text += styled(cells[i].text, cells[i].style, screen);
      owed = 0;
    }
    owed += columns_[i].right_aligned ? 0 : padding;
  }
  return text + "\n";
}

std::string table::render(const terminal& screen) const {
  const layout shape = fit(screen.width());
  std::vector<cell> titles;
  titles.reserve(columns_.size());
  for (const column& one : columns_) {
    titles.push_back({one.title, cell_style::strong});
  }
  std::string text = line(titles, shape, screen);
  for (const std::vector<cell>& row : rows_) {
    text += line(row, shape, screen);
  }
  return text;
}

}  // namespace nuthatch::cli
