// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstdint>

#include <nuthatch/effects/interval.hpp>

namespace nuthatch::effects {

/// A part of a data structure whose elements have keys: the elements with keys from `first` up to,
/// but excluding, `last`. If the nodes of a tree are numbered in preorder, each sub-tree is such a
/// range; the same is true of the Morton order of quadtrees and octrees.
///
/// Regions of different structures do not overlap. The members are those of the concept `region`.
class key_range {
 public:
  constexpr key_range() noexcept = default;

  /// @param structure    an address that identifies the structure and does not change, for example
  ///         its own.
  /// @param first, last  the keys.
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

  /// Returns the range that contains both, including the keys between them. Both have to be of the
  /// same structure.
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

/// Keys for a tree with 2^bits children per node and at most `depth` levels below the root. depth *
/// bits must be at most 57, so that the keys of all nodes differ.
struct tree_keys {
  const void* tree;
  unsigned depth;
  unsigned bits;

  /// Returns the region of a single node: the one that `path` reaches from the root in `levels`
  /// steps. Each step has `bits` bits; the last step is the lowest.
  [[nodiscard]] constexpr key_range node(std::uint64_t path, unsigned levels) const noexcept {
    const std::uint64_t own = key_of(path, levels);
    return {tree, own, own + 1};
  }

  /// Returns the region of the node and everything below it.
  [[nodiscard]] constexpr key_range sub_tree(std::uint64_t path, unsigned levels) const noexcept {
    return {tree, key_of(path, levels), key_of(path + 1, levels) - levels};
  }

 private:
  static constexpr unsigned level_bits = 6;

  /// Orders nodes by the first leaf below them, then by level: each node before its children, and
  /// children in sequence.
  [[nodiscard]] constexpr std::uint64_t key_of(std::uint64_t path, unsigned levels) const noexcept {
    return path << ((depth - levels) * bits) << level_bits | levels;
  }
};

}  // namespace nuthatch::effects
