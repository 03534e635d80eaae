// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <nuthatch/effects/interval.hpp>

namespace nuthatch::workloads {

struct quadtree_shape {
  unsigned coarsest;   ///< levels everywhere
  unsigned finest;     ///< levels along the fronts, at most
  std::size_t fronts;  ///< circles along whose lines it is finest
  std::uint64_t seed;  ///< determines their positions
};

/// A square that is cut into quarters, and these again, as often as each place needs. Leaves that
/// share a side are on the same level or on adjacent ones. They are numbered in Morton order, so
/// those of a sub-tree have consecutive numbers.
class balanced_quadtree {
 public:
  using index = std::uint32_t;
  using leaf_range = effects::basic_interval<index>;

  enum class side : std::uint8_t { west, east, north, south };
  static constexpr std::array<side, 4> sides{side::west, side::east, side::north, side::south};

  /// The neighbours at one side of a leaf.
  struct neighbour {
    enum class kind : std::uint8_t { edge, same, coarser, finer };

    kind is = kind::edge;
    std::uint8_t half = 0;      ///< which half of the coarser neighbour's side is here
    std::array<index, 2> at{};  ///< leaves; the second one only for finer neighbours
  };

  struct leaf {
    unsigned level;
    std::array<index, 2> place;  ///< column and row on its level
    std::array<neighbour, 4> beside;
  };

  /// The area that a node covers, in units of the finest level.
  struct square {
    std::uint16_t left = 0;
    std::uint16_t top = 0;
    std::uint16_t width = 0;

    [[nodiscard]] bool overlaps(const square& other) const noexcept {
      return gap(left, width, other.left, other.width) < 0 &&
             gap(top, width, other.top, other.width) < 0;
    }

    [[nodiscard]] bool holds(const square& other) const noexcept {
      return left <= other.left && other.left + other.width <= left + width && top <= other.top &&
             other.top + other.width <= top + width;
    }

    /// Whether they overlap or share a part of a side; so leaves of both are neighbours.
    [[nodiscard]] bool meets(const square& other) const noexcept {
      const int across = gap(left, width, other.left, other.width);
      const int down = gap(top, width, other.top, other.width);
      return across <= 0 && down <= 0 && across + down < 0;
    }

   private:
    /// The distance of two intervals; less than 0 if they overlap.
    [[nodiscard]] static int gap(int one, int size, int other, int other_size) noexcept {
      return one < other ? other - (one + size) : one - (other + other_size);
    }
  };

  struct node {
    leaf_range leaves;
    square covers;
    std::array<index, 4> children{};  ///< all 0 for a leaf

    [[nodiscard]] bool is_leaf() const noexcept { return children[0] == 0; }
  };

  explicit balanced_quadtree(const quadtree_shape& shape);

  [[nodiscard]] const node& root() const noexcept { return nodes_.front(); }

  [[nodiscard]] const node& child(const node& of, std::size_t which) const noexcept {
    return nodes_[of.children[which]];
  }

  [[nodiscard]] const std::vector<leaf>& leaves() const noexcept { return leaves_; }

  [[nodiscard]] unsigned finest() const noexcept { return shape_.finest; }

  /// Finds, from the root, the leaf that contains this place of a level, or is the first part of
  /// it.
  [[nodiscard]] index find(unsigned level, std::array<index, 2> place) const noexcept;

 private:
  class builder;

  quadtree_shape shape_;
  std::vector<node> nodes_;
  std::vector<leaf> leaves_;
};

}  // namespace nuthatch::workloads
