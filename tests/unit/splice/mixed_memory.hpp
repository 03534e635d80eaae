// SPDX-License-Identifier: Apache-2.0

// Data structures of several kinds, and places in them that regions of different kinds describe.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include <nuthatch/effects.hpp>

namespace nuthatch::testing {

/// A matrix, a vector, the nodes of a tree and some sums, stored as words with consecutive numbers.
struct mixed_memory {
  static constexpr std::ptrdiff_t rows = 12;
  static constexpr std::ptrdiff_t columns = 16;
  static constexpr std::ptrdiff_t elements = 64;
  static constexpr std::ptrdiff_t nodes = 40;
  static constexpr std::ptrdiff_t sums = 8;

  static constexpr std::ptrdiff_t vector = rows * columns;  // the number of its first word
  static constexpr std::ptrdiff_t tree = vector + elements;
  static constexpr std::ptrdiff_t all_sums = tree + nodes;
  static constexpr std::ptrdiff_t size = all_sums + sums;

  std::array<std::uint64_t, size> words{};

  [[nodiscard]] const std::uint64_t* at(std::ptrdiff_t word) const { return words.data() + word; }
};

/// The kind of a place. The kinds have different regions.
enum class place_kind : std::uint8_t {
  cells,     ///< of the matrix, one after the other: a range
  column,    ///< of the matrix, or every other row of it: strided
  box,       ///< of the matrix
  elements,  ///< of the vector: a range
  nodes,     ///< of the tree: a range of keys
  sums,      ///< a range
};

inline constexpr std::size_t place_kinds = 6;

[[nodiscard]] constexpr bool is_of_rows(place_kind kind) {
  return kind == place_kind::column || kind == place_kind::box;
}

/// Returns the number of elements of the structure that places of this kind are in.
[[nodiscard]] constexpr std::ptrdiff_t length_of(place_kind kind) {
  constexpr std::array<std::ptrdiff_t, place_kinds> lengths{
      mixed_memory::rows * mixed_memory::columns,
      mixed_memory::rows,
      mixed_memory::rows,
      mixed_memory::elements,
      mixed_memory::nodes,
      mixed_memory::sums};
  return lengths.at(static_cast<std::size_t>(kind));
}

/// Returns the number of the first word of that structure.
[[nodiscard]] constexpr std::ptrdiff_t first_word_of(place_kind kind) {
  constexpr std::array<std::ptrdiff_t, place_kinds> firsts{
      0, 0, 0, mixed_memory::vector, mixed_memory::tree, mixed_memory::all_sums};
  return firsts.at(static_cast<std::size_t>(kind));
}

struct place {
  place_kind kind = place_kind::cells;
  effects::interval along;   ///< rows, elements, nodes …
  effects::interval across;  ///< columns, if there are rows: one, or those of a box
  std::ptrdiff_t step = 1;   ///< from row to row of a column

  [[nodiscard]] bool empty() const { return along.empty() || (is_of_rows(kind) && across.empty()); }
};

/// Calls visit(word) for all words of the place.
template <class Visit>
void for_each_word(const place& of, Visit visit) {
  for (std::ptrdiff_t i = of.along.first; i < of.along.last; i += of.step) {
    if (is_of_rows(of.kind)) {
      for (std::ptrdiff_t column = of.across.first; column < of.across.last; ++column) {
        visit(i * mixed_memory::columns + column);
      }
    } else {
      visit(first_word_of(of.kind) + i);
    }
  }
}

using mixed_region =
    effects::mixed<effects::range, effects::strided, effects::box<2>, effects::key_range>;

/// Returns the region of a place that is not empty.
[[nodiscard]] inline mixed_region region_of(const place& of, const mixed_memory& in) {
  constexpr std::ptrdiff_t word = sizeof(std::uint64_t);
  constexpr std::ptrdiff_t row = mixed_memory::columns * word;
  const std::ptrdiff_t first = first_word_of(of.kind);
  switch (of.kind) {
    case place_kind::column: {
      const std::ptrdiff_t count = (of.along.last - of.along.first + of.step - 1) / of.step;
      return effects::strided(in.at(of.along.first * mixed_memory::columns + of.across.first),
                              static_cast<std::size_t>(word),
                              static_cast<std::size_t>(of.step * row),
                              static_cast<std::size_t>(count));
    }
    case place_kind::box:
      return effects::box<2>(
          in.words.data(), {row, word}, static_cast<std::size_t>(word), {of.along, of.across});
    case place_kind::nodes:
      return effects::key_range(in.at(first),
                                static_cast<std::uint64_t>(of.along.first),
                                static_cast<std::uint64_t>(of.along.last));
    default:
      return effects::range(in.at(first + of.along.first), in.at(first + of.along.last));
  }
}

}  // namespace nuthatch::testing
