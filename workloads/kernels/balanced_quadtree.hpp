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
  std::uint64_t seed;  ///< of where they lie
};

/// A square cut into quarters, and these again, as often as each place asks for. Leaves that share
/// a side are of the same level or of two that follow each other. They are numbered in the order of
/// Morton, so that those of a sub-tree have numbers side by side.
class balanced_quadtree {
 public:
  using index = std::uint32_t;
  using leaf_range = effects::basic_interval<index>;

  enum class side : std::uint8_t { west, east, north, south };
  static constexpr std::array<side, 4> sides{side::west, side::east, side::north, side::south};

  /// What lies beside one side of a leaf.
  struct neighbour {
    enum class kind : std::uint8_t { edge, same, coarser, finer };

    kind is = kind::edge;
    std::uint8_t half = 0;      ///< of the coarser one's side, lies here
    std::array<index, 2> at{};  ///< leaves; the second one of finer ones only
  };

  struct leaf {
    unsigned level;
    std::array<index, 2> place;  ///< column and row of its level
    std::array<neighbour, 4> beside;
  };

  /// What a node covers, in widths of the finest level.
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

    /// Or has a part of a side in common; so leaves of both lie beside each other.
    [[nodiscard]] bool meets(const square& other) const noexcept {
      const int across = gap(left, width, other.left, other.width);
      const int down = gap(top, width, other.top, other.width);
      return across <= 0 && down <= 0 && across + down < 0;
    }

   private:
    /// How far two intervals are from each other; less than 0 if they overlap.
    [[nodiscard]] static int gap(int one, int size, int other, int other_size) noexcept {
      return one < other ? other - (one + size) : one - (other + other_size);
    }
  };

  struct node {
    leaf_range leaves;
    square covers;
    std::array<index, 4> children{};  ///< of a leaf, they are all 0

    [[nodiscard]] bool is_leaf() const noexcept { return children[0] == 0; }
  };

  explicit balanced_quadtree(const quadtree_shape& shape);

  [[nodiscard]] const node& root() const noexcept { return nodes_.front(); }

  [[nodiscard]] const node& child(const node& of, std::size_t which) const noexcept {
    return nodes_[of.children[which]];
  }

  [[nodiscard]] const std::vector<leaf>& leaves() const noexcept { return leaves_; }

  [[nodiscard]] unsigned finest() const noexcept { return shape_.finest; }

  /// The leaf in which this place of a level lies, or that is its first part, from the root down.
  [[nodiscard]] index find(unsigned level, std::array<index, 2> place) const noexcept;

 private:
  class builder;

  quadtree_shape shape_;
  std::vector<node> nodes_;
  std::vector<leaf> leaves_;
};

}  // namespace nuthatch::workloads
