// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nuthatch::splicec {

/// The bytes of the source from `begin` up to `end`, excluding `end`.
struct span {
  std::size_t begin = 0;
  std::size_t end = 0;

  [[nodiscard]] bool empty() const { return begin >= end; }

  [[nodiscard]] bool contains(std::size_t offset) const { return begin <= offset && offset < end; }

  [[nodiscard]] bool contains(const span& other) const {
    return begin <= other.begin && other.end <= end;
  }

  friend bool operator==(const span&, const span&) = default;
};

/// The length of a backslash that joins two lines, up to the line break; 0 if there is none.
/// Compilers allow blanks behind the backslash.
std::size_t line_splice_at(std::string_view text, std::size_t at);

/// The text without the backslashes that join its lines, and without these line breaks.
std::string without_line_splices(std::string_view text);

/// The file that is translated.
class source {
 public:
  source(std::string path, std::string text);

  [[nodiscard]] const std::string& path() const { return path_; }

  [[nodiscard]] const std::string& text() const { return text_; }

  [[nodiscard]] std::string_view text_of(const span& where) const;

  /// Lines and columns count from 1.
  [[nodiscard]] std::size_t line_of(std::size_t offset) const;
  [[nodiscard]] std::size_t column_of(std::size_t offset) const;

  /// FILE:LINE:COLUMN, in the form of compilers.
  [[nodiscard]] std::string place_of(std::size_t offset) const;

  /// Makes place_of() return what `place_of` returns, for a text that was made of another one.
  void show_places_by(std::function<std::string(std::size_t)> place_of) {
    shown_place_ = std::move(place_of);
  }

  /// Notes that a `#line` of the source numbers the line behind this offset as `line` of `file`.
  /// Only line_directive() uses it. An empty file is the previous one.
  void note_line(std::size_t offset, std::size_t line, std::string file);

  /// A `#line` directive with the line of this offset, on a line of its own.
  [[nodiscard]] std::string line_directive(std::size_t offset) const;

 private:
  struct numbering {
    std::size_t first_line;  // of the text, from 1
    std::size_t counts_as;
    std::string file;
  };

  std::string path_;
  std::string text_;
  std::vector<std::size_t> lines_;  // where lines begin
  std::vector<numbering> numberings_;
  std::function<std::string(std::size_t)> shown_place_;
};

}  // namespace nuthatch::splicec
