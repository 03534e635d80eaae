// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nuthatch::workloads {

/// Vertices that are to get colours such that those joined by an edge differ: what a search needs
/// that colours them in their order and keeps in mind what is left for those to come.
class colour_network {
 public:
  static constexpr std::size_t max_vertices = 16;
  static constexpr std::size_t max_colours = 16;

  /// A bit for each of some colours or vertices.
  using bits = std::uint32_t;

  /// The colours left for each vertex: what a search copies from node to node.
  using domains = std::array<bits, max_vertices>;

  /// Without any edge.
  explicit colour_network(std::size_t vertices) : vertices_(vertices) {}

  /// With about so many percent of all possible edges, at 100 all of them; the same each time.
  static colour_network random(std::size_t vertices, std::size_t percent);

  void join(std::size_t one, std::size_t other) noexcept;

  [[nodiscard]] std::size_t vertices() const noexcept { return vertices_; }

  /// So many colours are left for each vertex.
  [[nodiscard]] domains start(std::size_t colours) const noexcept;

  /// For each colour that `vertex` may have, calls visit(left) with what is then left, unless that
  /// is nothing for some vertex after it.
  template <class Visit>
  void branch(const domains& left, std::size_t vertex, Visit visit) const {
    for (bits colours = left[vertex]; colours != 0; colours &= colours - 1) {
      domains after = left;
      if (remove(after, vertex, colours & -colours)) {
        visit(after);
      }
    }
  }

  /// The number of colourings, found in another way than by a search: class of colour after class
  /// of colour, for all sets of vertices. Takes time for 3 to the power of `vertices`, times
  /// `colours`.
  [[nodiscard]] std::uint64_t count_by_sets(std::size_t colours) const;

 private:
  /// Takes the colour of `vertex` from those after it that must differ: whether each of them has
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

  /// Whether no two vertices of a set are joined, by set.
  [[nodiscard]] std::vector<bool> independent_sets() const;

  std::size_t vertices_;
  std::array<bits, max_vertices> later_{};  ///< by vertex, those joined to it that come after it
};

}  // namespace nuthatch::workloads
