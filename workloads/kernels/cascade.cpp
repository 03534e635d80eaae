#include "workloads/kernels/cascade.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace nuthatch::workloads {

namespace {

/// Calls visit for the leaves beside one, some of them twice.
template <class Visit>
bool all_beside(const balanced_quadtree::leaf& of, Visit visit) {
  return std::ranges::all_of(of.beside, [&visit](const balanced_quadtree::neighbour& each) {
    return each.is == balanced_quadtree::neighbour::kind::edge ||
           (visit(each.at[0]) && visit(each.at[1]));
  });
}

}  // namespace

cascade::cascade(const balanced_quadtree& tree, std::size_t steps)
    : tree_(tree),
      done_(tree.leaves().size(), 0) {
  in_order_.reserve(tree.leaves().size() * steps);
  for (index leaf = 0; leaf < tree.leaves().size(); ++leaf) {
    follow(leaf, steps);
  }
}

void cascade::follow(index leaf, std::size_t steps) {
  std::vector<index> last{leaf};
  for (std::size_t step = 0; step < steps && !last.empty(); ++step) {
    std::vector<index> next;
    for (const index each : last) {
      in_order_.push_back({each, step});
      done_[each] = step + 1;
      next.push_back(each);
      static_cast<void>(all_beside(tree_.leaves()[each], [&next](index other) {
        next.push_back(other);
        return true;
      }));
    }
    std::ranges::sort(next);
    const auto same = std::ranges::unique(next);
    next.erase(same.begin(), same.end());
    std::erase_if(
        next, [this, step](index each) { return done_[each] != step + 1 || !may_advance(each); });
    last = std::move(next);
  }
}

bool cascade::may_advance(index leaf) const {
  return all_beside(tree_.leaves()[leaf],
                    [this, leaf](index other) { return done_[other] >= done_[leaf]; });
}

}  // namespace nuthatch::workloads
