// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nuthatch::workloads {

/// Vertices that have to get colours such that those joined by an edge differ. Holds what a search
/// needs that colours them in order and keeps track of the colours left for later vertices.
class colour_network {
 public:
  static constexpr std::size_t max_vertices = 16;
  static constexpr std::size_t max_colours = 16;

  /// A set of colours or vertices, with one bit for each.
  using bits = std::uint32_t;

  /// The colours left for each vertex, which a search copies from node to node.
  using domains = std::array<bits, max_vertices>;

  /// A network without edges.
  explicit colour_network(std::size_t vertices) : vertices_(vertices) {}

  /// A network with about `percent` percent of all possible edges, with 100 all of them; the same
  /// each time.
  static colour_network random(std::size_t vertices, std::size_t percent);

  void join(std::size_t one, std::size_t other) noexcept;

  [[nodiscard]] std::size_t vertices() const noexcept { return vertices_; }

  /// The state of a search in which all colours are left for each vertex.
  [[nodiscard]] domains start(std::size_t colours) const noexcept;

  /// For each colour that `vertex` may have, calls visit(left) with the colours then left, unless a
  /// later vertex has none.
  template <class Visit>
  void branch(const domains& left, std::size_t vertex, Visit visit) const {
    for (bits colours = left[vertex]; colours != 0; colours &= colours - 1) {
      domains after = left;
      if (remove(after, vertex, colours & -colours)) {
        visit(after);
      }
    }
  }

  /// The number of colourings, found without a search: colour class after colour class, for all
  /// sets of vertices. Takes time in proportion to 3 to the power of `vertices`, times `colours`.
  [[nodiscard]] std::uint64_t count_by_sets(std::size_t colours) const;

 private:
  /// Removes the colour of `vertex` from its later neighbours. Returns whether each of them has
  /// another one left.
  bool remove(domains& left, std::size_t vertex, bits colour) const noexcept {
    for (bits others = later_[vertex]; others != 0; others &= others - 1) {
      bits& other = left[static_cast<std::size_t>(std::countr_zero(others))];
      other &= ~colour;
      if (other == 0) {
        return false;
      }
    }
    return true;
  }

  /// For each set of vertices, whether no two of them are joined.
  [[nodiscard]] std::vector<bool> independent_sets() const;

  std::size_t vertices_;
  std::array<bits, max_vertices> later_{};  ///< for each vertex, its later neighbours
};

}  // namespace nuthatch::workloads
