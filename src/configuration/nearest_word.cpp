// SPDX-License-Identifier: Apache-2.0
#include "configuration/nearest_word.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <numeric>
#include <utility>

namespace nuthatch::configuration {

namespace {

char folded(char c) {
  const auto lower = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lower == '-' ? '_' : lower;  // work-first is a likely spelling of work_first
}

/// Returns the number of letters to insert, remove, replace, or exchange with their neighbour.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last;
  std::vector<std::size_t> last;
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  const auto same = [&](std::size_t i, std::size_t j) {
    return folded(a[i]) == folded(b[j]);
  };
  for (std::size_t i = 0; i < a.size(); ++i) {
    before_last = std::exchange(last, row);
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      row[j + 1] = std::min({last[j] + (same(i, j) ? 0U : 1U), row[j] + 1, last[j + 1] + 1});
      if (i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j)) {
        row[j + 1] = std::min(row[j + 1], before_last[j - 1] + 1);
      }
    }
  }
  return row.back();
}

/// Returns whether `word` is the last word of `name`, as "ws" is of "shepherd_ws".
bool ends_with_word(std::string_view name, std::string_view word) {
  return name.size() > word.size() && name.ends_with(word) &&
         name[name.size() - word.size() - 1] == '_';
}

}  // namespace

std::string nearest_word(std::string_view text, const std::vector<std::string>& known) {
  // With up to a third of the letters wrong, it may be a typing error; with more, it is another
  // word.
  std::size_t best_distance = std::max<std::size_t>(1, text.size() / 3) + 1;
  std::string best;
  for (const std::string& name : known) {
    const std::size_t distance = edit_distance(text, name);
    if (distance < best_distance) {
      best_distance = distance;
      best = name;
    }
  }
  if (!best.empty() || text.empty()) {
    return best;
  }
  const auto longer = std::ranges::find_if(known, [&](const std::string& name) {
    return ends_with_word(name, text) || (text.size() >= 3 && name.find(text) != std::string::npos);
  });
  return longer == known.end() ? std::string{} : *longer;
}

}  // namespace nuthatch::configuration
