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
  std::size_t bucket;   ///< most points in a leaf
  std::size_t steps;    ///< in each of them all weights change, and then
  std::size_t batches;  ///< this many batches are looked up
  std::size_t balls;    ///< per batch
  float radius;         ///< the largest; some balls have half of it
  bool computes;        ///< false: kernels return at once
};

/// A tree of points, and consecutive traversals of it: in each time step one that renews all
/// weights, and then one for each batch of balls.
class tree_traversals {
 public:
  explicit tree_traversals(const traversals_problem& problem);

  void start();

  [[nodiscard]] point_tree& tree() noexcept { return tree_; }

  [[nodiscard]] std::size_t count() const noexcept {
    return problem_.steps * (1 + problem_.batches);
  }

  /// Whether traversal number k renews weights. The others are for a batch.
  [[nodiscard]] bool renews(std::size_t k) const noexcept {
    return k % (1 + problem_.batches) == 0;
  }

  [[nodiscard]] ball_batch batch_of(std::size_t k) noexcept;

  /// Makes all traversals.
  void run_plainly();

  /// The same in groups of `group`: all traversals of a group visit a sub-tree of `leaf_level`
  /// before the next one. Only the first of them may renew: the sums that it computes below a node
  /// are needed until the node is done.
  void run_together(std::size_t group, unsigned leaf_level);

  /// The weights in all balls, batch after batch.
  [[nodiscard]] const std::vector<std::uint64_t>& found() const noexcept { return found_; }

  /// Compares some balls with a loop over all points. Returns an empty string if the results are
  /// equal.
  [[nodiscard]] std::string compare_some() const;

 private:
  /// Makes traversals from number `first` on of a sub-tree; `of` is empty for those that renew.
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
