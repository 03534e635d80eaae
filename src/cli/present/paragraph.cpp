// SPDX-License-Identifier: Apache-2.0
#include "cli/present/paragraph.hpp"

#include <algorithm>

namespace nuthatch::cli {

std::string paragraph(std::string_view text, std::size_t width, std::size_t indent) {
  const std::size_t limit = std::max(std::min(width, widest_text), indent + 20);
  std::string result;
  std::size_t column = indent;
  bool first_word = true;
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \n", start), text.size());
    const std::string_view word = text.substr(start, end - start);
    if (!first_word && column + 1 + word.size() > limit) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!first_word) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
    first_word = false;
    if (end < text.size() && text[end] == '\n') {
      result += "\n" + std::string(indent, ' ');
      column = indent;
      first_word = true;
    }
    start = end + 1;
  }
  return result;
}

std::string two_columns(std::string_view left,
                        std::string_view right,
                        std::size_t column,
                        std::size_t width) {
  column = std::min(column, std::max<std::size_t>(width / 2, 4));
  std::string result = "  " + std::string(left);
  if (result.size() + 2 > column) {
    result += "\n";
    result.append(column, ' ');
  } else {
    result.append(column - result.size(), ' ');
  }
  return result + paragraph(right, width, column) + "\n";
}

}  // namespace nuthatch::cli
