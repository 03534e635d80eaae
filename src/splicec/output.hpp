// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "splicec/source.hpp"

namespace nuthatch::splicec {

/// Text that is written, or taken from the source.
struct piece {
  std::string text;
  std::optional<std::size_t> from;  ///< where in the source it comes from
};

using pieces = std::vector<piece>;

void append(pieces& to, std::string text);
void append(pieces& to, const pieces& more);

/// What a compiler is to say about `what` is said about this place of the source: on a line of its
/// own, in its column where there is room for it.
pieces placed(const source& from, std::size_t offset, const pieces& what);

/// This part of the source as it is.
piece taken_from(const source& from, const span& where);

/// What replaces parts of the source. Parts that are empty are places where something comes in.
class edits {
 public:
  void replace(const span& what, pieces by);

  void insert(std::size_t at, pieces what) { replace({at, at}, std::move(what)); }

  /// This part of the source, edited.
  [[nodiscard]] pieces applied(const source& from, const span& where) const;

  /// Two that overlap cannot both be made: where the second begins.
  [[nodiscard]] std::optional<std::size_t> collision() const;

 private:
  struct edit {
    span what;
    pieces by;
  };

  std::vector<edit> all_;  // in the order of the source; in one place, as they came
};

/// The text of a translation, and where in the source its parts come from.
class output {
 public:
  void append(const pieces& all);

  [[nodiscard]] const std::string& text() const { return text_; }

  /// The place of the source that this place of the text comes from, or that of the nearest text
  /// that comes from there.
  [[nodiscard]] std::size_t origin_of(std::size_t offset) const;

  /// The same, or nothing where this place was written.
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

}  // namespace nuthatch::splicec
