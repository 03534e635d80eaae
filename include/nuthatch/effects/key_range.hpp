// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstdint>

#include <nuthatch/effects/interval.hpp>

namespace nuthatch::effects {

/// A part of a data structure whose elements have keys: those from `first` on and below `last`. In
/// a tree whose nodes are numbered as a traversal visits them, node before children, a sub-tree is
/// such a range; so it is with the order of Morton in quadtrees and octrees.
///
/// Regions of different structures do not overlap.
class key_range {
 public:
  constexpr key_range() noexcept = default;

  /// The structure is told by an address that stays the same, its own for example.
  constexpr key_range(const void* structure, std::uint64_t first, std::uint64_t last) noexcept
      : key_range(structure, {first, last}) {}

  [[nodiscard]] constexpr bool empty() const noexcept { return keys_.empty(); }

  [[nodiscard]] constexpr const void* structure() const noexcept { return structure_; }

  [[nodiscard]] constexpr std::uint64_t first() const noexcept { return keys_.first; }

  [[nodiscard]] constexpr std::uint64_t last() const noexcept { return keys_.last; }

  [[nodiscard]] constexpr bool overlaps(const key_range& other) const noexcept {
    return structure_ == other.structure_ && keys_.overlaps(other.keys_);
  }

  [[nodiscard]] constexpr bool unites(const key_range& other) const noexcept {
    return empty() || other.empty() || structure_ == other.structure_;
  }

  [[nodiscard]] constexpr bool joins(const key_range& other) const noexcept {
    return unites(other) && keys_.joins(other.keys_);
  }

  /// With the keys between them. Both are of one structure.
  [[nodiscard]] constexpr key_range united(const key_range& other) const noexcept {
    return {empty() ? other.structure_ : structure_, keys_.united(other.keys_)};
  }

  [[nodiscard]] constexpr bool covers(const key_range& other) const noexcept {
    return unites(other) && keys_.covers(other.keys_);
  }

 private:
  using keys = basic_interval<std::uint64_t>;

  constexpr key_range(const void* structure, const keys& all) noexcept
      : structure_(structure),
        keys_(all) {}

  const void* structure_ = nullptr;
  keys keys_;
};

/// Keys for a tree of 2^bits children per node, of which no node lies more than `depth` levels
/// below the root. depth * bits is at most 57, so that the keys of all nodes are different.
struct tree_keys {
  const void* tree;
  unsigned depth;
  unsigned bits;

  /// A node alone: the one that `path` leads to in `levels` steps from the root, of `bits` bits
  /// each, the last step lowest.
  [[nodiscard]] constexpr key_range node(std::uint64_t path, unsigned levels) const noexcept {
    const std::uint64_t own = key_of(path, levels);
    return {tree, own, own + 1};
  }

  /// The same node and all below it.
  [[nodiscard]] constexpr key_range sub_tree(std::uint64_t path, unsigned levels) const noexcept {
    return {tree, key_of(path, levels), key_of(path + 1, levels) - levels};
  }

 private:
  static constexpr unsigned level_bits = 6;

  /// By the first leaf below a node, then by level: node before children, child after child.
  [[nodiscard]] constexpr std::uint64_t key_of(std::uint64_t path, unsigned levels) const noexcept {
    return path << ((depth - levels) * bits) << level_bits | levels;
  }
};

}  // namespace nuthatch::effects
