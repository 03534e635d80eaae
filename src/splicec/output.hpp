// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Text that is generated, or taken from the source.
struct piece {
  std::string text;
  std::optional<std::size_t> from;  ///< its offset in the source
};

using pieces = std::vector<piece>;

void append(pieces& to, std::string text);
void append(pieces& to, const pieces& more);

/// Makes compilers report `what` at this place of the source: on a line of its own, and in the same
/// column if there is room.
pieces placed(const source& from, std::size_t offset, const pieces& what);

/// What follows inserted text at this place of the source: if other code is behind it on its line,
/// makes compilers count lines and columns from there as in the source.
pieces resumed(const source& from, std::size_t offset);

/// As many line breaks as a part of the source has. A text that replaces it and has them leaves the
/// numbers of the lines behind as they are.
std::string line_breaks_of(const source& from, const span& where);

/// A part of the source, unchanged.
piece taken_from(const source& from, const span& where);

/// Replacements of parts of the source. An empty part is a place of insertion.
class edits {
 public:
  void replace(const span& what, pieces by);

  void insert(std::size_t at, pieces what) { replace({at, at}, std::move(what)); }

  /// This part of the source with the edits applied.
  [[nodiscard]] pieces applied(const source& from, const span& where) const;

  /// The start of the second of two overlapping edits, if there are any. Such edits cannot both be
  /// made.
  [[nodiscard]] std::optional<std::size_t> collision() const;

 private:
  struct edit {
    span what;
    pieces by;
  };

  std::vector<edit> all_;  // in the order of the source; at one place, in the order of insertion
};

/// The text of a translation, and the origins of its parts in the source.
class output {
 public:
  void append(const pieces& all);

  [[nodiscard]] const std::string& text() const { return text_; }

  /// The place in the source that this place of the text comes from; for generated text, that of
  /// the nearest text that comes from there.
  [[nodiscard]] std::size_t origin_of(std::size_t offset) const;

  /// The same; nothing for generated text.
  [[nodiscard]] std::optional<std::size_t> exact_origin_of(std::size_t offset) const;

 private:
  struct part {
    std::size_t begin;
    std::size_t size;
    std::size_t from;
  };

  std::string text_;
  std::vector<part> parts_;
};

/// The text as a source, whose messages show the places of the source that it was made of.
source made_of(const source& from, const output& text);

}  // namespace nuthatch::splicec
