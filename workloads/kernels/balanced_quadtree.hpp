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

  /// Nobody needs more: where a sub-tree has neighbours in more places, some come to lie together.
  static constexpr std::size_t most_ranges = 6;

  struct node {
    leaf_range leaves;
    std::array<index, 4> children{};                ///< of a leaf, they are all 0
    std::array<leaf_range, most_ranges> outside{};  ///< hold all neighbours of its leaves

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
