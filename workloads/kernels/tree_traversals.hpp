// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "workloads/kernels/ball_batch.hpp"
#include "workloads/kernels/point_tree.hpp"

namespace nuthatch::workloads {

struct traversals_problem {
  std::size_t points;
  std::size_t bucket;   ///< points of a leaf, at most
  std::size_t steps;    ///< in each of which all weights change, and then
  std::size_t batches;  ///< so many batches are looked up
  std::size_t balls;    ///< of a batch
  float radius;         ///< at most; some have half of it
  bool computes;        ///< or its kernels return at once
};

/// A tree of points, and traversals of it one after the other: in each time step one that renews
/// all weights, and then one for each batch of balls.
class tree_traversals {
 public:
  explicit tree_traversals(const traversals_problem& problem);

  void start();

  [[nodiscard]] point_tree& tree() noexcept { return tree_; }

  [[nodiscard]] std::size_t count() const noexcept {
    return problem_.steps * (1 + problem_.batches);
  }

  /// Whether traversal number k renews weights; others are of a batch.
  [[nodiscard]] bool renews(std::size_t k) const noexcept {
    return k % (1 + problem_.batches) == 0;
  }

  [[nodiscard]] ball_batch batch_of(std::size_t k) noexcept;

  /// All traversals.
  void run_plainly();

  /// The same, so many at a time: each sub-tree of `leaf_level` is traversed by all of these before
  /// the next one is. Only the first of them may renew: what it makes of the sums below a node is
  /// needed until the node is done.
  void run_together(std::size_t group, unsigned leaf_level);

  /// Weights found in all balls, batch after batch.
  [[nodiscard]] const std::vector<std::uint64_t>& found() const noexcept { return found_; }

  /// Compares some balls with what a loop over all points finds. Empty where that is the same.
  [[nodiscard]] std::string compare_some() const;

 private:
  /// Of traversals `first` and after it on a sub-tree; nothing for those that renew.
  void run_on(tree_place at,
              std::size_t first,
              const std::vector<balls_at_node>& of,
              unsigned leaf_level);
  void run_on_leaf(tree_place at, std::size_t k, const balls_at_node& of);
  void finish_node(tree_place at, std::size_t k, const balls_at_node& of);

  traversals_problem problem_;
  point_tree tree_;
  std::vector<ball> balls_;
  std::vector<std::uint64_t> found_;
};

}  // namespace nuthatch::workloads
