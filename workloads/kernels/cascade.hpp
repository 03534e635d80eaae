#pragma once

#include <cstddef>
#include <vector>

#include "workloads/kernels/balanced_quadtree.hpp"

namespace nuthatch::workloads {

/// Time steps on the leaves of a quadtree in an order in which each leaf goes as far as it can: as
/// soon as a leaf has advanced, and for it the leaves beside it may, they do.
class cascade {
 public:
  struct advance {
    balanced_quadtree::index leaf;
    std::size_t step;
  };

  /// Of so many steps of all leaves.
  cascade(const balanced_quadtree& tree, std::size_t steps);

  [[nodiscard]] const std::vector<advance>& in_order() const noexcept { return in_order_; }

 private:
  using index = balanced_quadtree::index;

  /// Advances a leaf, and whatever can be for it.
  void follow(index leaf, std::size_t steps);

  /// The leaves beside this one have made as many steps as it has.
  [[nodiscard]] bool may_advance(index leaf) const;

  const balanced_quadtree& tree_;
  std::vector<std::size_t> done_;
  std::vector<advance> in_order_;
};

}  // namespace nuthatch::workloads
