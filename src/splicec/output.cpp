// SPDX-License-Identifier: Apache-2.0
#include "splicec/output.hpp"

#include <algorithm>
#include <utility>

namespace nuthatch::splicec {

void append(pieces& to, std::string text) {
  to.push_back({std::move(text), std::nullopt});
}

void append(pieces& to, const pieces& more) {
  to.insert(to.end(), more.begin(), more.end());
}

piece taken_from(const source& from, const span& where) {
  return {std::string(from.text_of(where)), where.begin};
}

std::string line_breaks_of(const source& from, const span& where) {
  const auto count = std::ranges::count(from.text_of(where), '\n');
  return std::string(static_cast<std::size_t>(count), '\n');
}

pieces placed(const source& from, std::size_t offset, const pieces& what) {
  std::size_t before = 0;  // length of the generated text before the first part from the source
  for (const piece& one : what) {
    if (one.from) {
      break;
    }
    before += one.text.size();
  }
  const std::size_t column = from.column_of(offset) - 1;
  pieces all;
  append(
      all,
      "\n" + from.line_directive(offset) + std::string(column > before ? column - before : 0, ' '));
  append(all, what);
  return all;
}

pieces resumed(const source& from, std::size_t offset) {
  const std::string& text = from.text();
  const std::size_t next = text.find_first_not_of(" \t\r\v\f}", offset);
  return next == std::string::npos || text[next] == '\n' ? pieces() : placed(from, offset, {});
}

void edits::replace(const span& what, pieces by) {
  const auto key = [](const edit& one) {
    return std::pair(one.what.begin, one.what.end);
  };
  const auto after = std::ranges::upper_bound(all_, std::pair(what.begin, what.end), {}, key);
  all_.insert(after, {what, std::move(by)});
}

std::optional<std::size_t> edits::collision() const {
  std::size_t end = 0;
  for (const edit& one : all_) {
    if (one.what.begin < end) {
      return one.what.begin;
    }
    end = one.what.end;
  }
  return std::nullopt;
}

pieces edits::applied(const source& from, const span& where) const {
  pieces all;
  std::size_t at = where.begin;
  for (const edit& one : all_) {
    if (where.begin <= one.what.begin && one.what.end <= where.end) {
      all.push_back(taken_from(from, {at, one.what.begin}));
      splicec::append(all, one.by);
      at = one.what.end;
    }
  }
  all.push_back(taken_from(from, {at, where.end}));
  return all;
}

void output::append(const pieces& all) {
  for (const piece& one : all) {
    if (one.from && !one.text.empty()) {
      parts_.push_back({text_.size(), one.text.size(), *one.from});
    }
    text_ += one.text;
  }
}

std::optional<std::size_t> output::exact_origin_of(std::size_t offset) const {
  const auto after = std::ranges::upper_bound(parts_, offset, {}, &part::begin);
  if (after == parts_.begin() || offset >= std::prev(after)->begin + std::prev(after)->size) {
    return std::nullopt;
  }
  return std::prev(after)->from + (offset - std::prev(after)->begin);
}

std::size_t output::origin_of(std::size_t offset) const {
  if (const auto exact = exact_origin_of(offset); exact || parts_.empty()) {
    return exact.value_or(0);
  }
  const auto after = std::ranges::upper_bound(parts_, offset, {}, &part::begin);
  if (after == parts_.begin()) {
    return after->from;
  }
  const part& before = *std::prev(after);
  const bool next =
      after != parts_.end() && after->begin - offset < offset - (before.begin + before.size) + 1;
  return next ? after->from : before.from + before.size - 1;
}

source made_of(const source& from, const output& text) {
  source made(from.path(), text.text());
  made.show_places_by([from, text](std::size_t at) { return from.place_of(text.origin_of(at)); });
  return made;
}

}  // namespace nuthatch::splicec
