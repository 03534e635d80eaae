// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "workloads/kernels/balanced_quadtree.hpp"

namespace nuthatch::workloads {

/// Time steps on the parts of a quadtree in an order in which each part goes as far as it can: as
/// soon as a part has advanced and its neighbours can advance, they do.
class cascade {
 public:
  using index = balanced_quadtree::index;
  using leaf_range = balanced_quadtree::leaf_range;

  struct advance {
    leaf_range leaves;
    std::size_t step;
  };

  /// Makes `steps` steps. Parts are the largest nodes that have no more than `most` leaves; 0: one
  /// part for all.
  cascade(const balanced_quadtree& tree, std::size_t steps, std::size_t most = 1);

  [[nodiscard]] const std::vector<advance>& in_order() const noexcept { return in_order_; }

 private:
  struct part {
    leaf_range leaves;
    std::vector<index> beside;
    std::size_t done = 0;
  };

  void cut(const balanced_quadtree& tree, const balanced_quadtree::node& of, std::size_t most);
  void find_neighbours(const balanced_quadtree& tree);

  /// Advances a part, and all parts that can advance after it.
  void follow(index first, std::size_t steps);

  /// Whether the neighbours of this part have made as many steps as it has.
  [[nodiscard]] bool may_advance(index at) const;

  std::vector<part> parts_;
  std::vector<advance> in_order_;
};

}  // namespace nuthatch::workloads
