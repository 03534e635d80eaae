// SPDX-License-Identifier: Apache-2.0
#include "splicec/source.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include <fmt/format.h>

namespace nuthatch::splicec {

std::size_t line_splice_at(std::string_view text, std::size_t at) {
  if (at >= text.size() || text[at] != '\\') {
    return 0;
  }
  const std::size_t end = text.find_first_not_of(" \t\v\f\r", at + 1);
  return end != std::string_view::npos && text[end] == '\n' ? end + 1 - at : 0;
}

std::string without_line_splices(std::string_view text) {
  std::string joined;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t length = line_splice_at(text, at);
    if (length == 0) {
      joined += text[at];
    }
    at += length == 0 ? 1 : length;
  }
  return joined;
}

source::source(std::string path, std::string text)
    : path_(std::move(path)),
      text_(std::move(text)),
      lines_{0} {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') {
      lines_.push_back(i + 1);
    }
  }
}

std::string_view source::text_of(const span& where) const {
  return where.empty() ? std::string_view{}
                       : std::string_view(text_).substr(where.begin, where.end - where.begin);
}

std::size_t source::line_of(std::size_t offset) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(lines_, offset) - lines_.begin());
}

std::size_t source::column_of(std::size_t offset) const {
  return offset - lines_[line_of(offset) - 1] + 1;
}

std::string source::place_of(std::size_t offset) const {
  return shown_place_ ? shown_place_(offset)
                      : fmt::format("{}:{}:{}", path_, line_of(offset), column_of(offset));
}

void source::note_line(std::size_t offset, std::size_t line, std::string file) {
  if (file.empty()) {
    file = numberings_.empty() ? path_ : numberings_.back().file;
  }
  numberings_.push_back({line_of(offset) + 1, line, std::move(file)});
}

std::string source::line_directive(std::size_t offset) const {
  std::size_t line = line_of(offset);
  std::string_view file = path_;
  const auto after = std::ranges::upper_bound(numberings_, line, {}, &numbering::first_line);
  if (after != numberings_.begin()) {
    const numbering& said = *std::prev(after);
    line = said.counts_as + (line - said.first_line);
    file = said.file;
  }
  std::string quoted;
  for (const char c : file) {
    if (c == '"' || c == '\\') {
      quoted += '\\';
    }
    quoted += c;
  }
  return fmt::format("#line {} \"{}\"\n", line, quoted);
}

}  // namespace nuthatch::splicec
