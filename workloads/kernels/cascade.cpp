// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/cascade.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace nuthatch::workloads {

namespace {

void sort_without_repeats(std::vector<cascade::index>& all) {
  std::ranges::sort(all);
  const auto same = std::ranges::unique(all);
  all.erase(same.begin(), same.end());
}

/// Adds the parts that contain the neighbours of a leaf to `to`.
void add_parts_beside(const balanced_quadtree::leaf& of,
                      const std::vector<cascade::index>& part_of,
                      std::vector<cascade::index>& to) {
  for (const balanced_quadtree::neighbour& each : of.beside) {
    if (each.is != balanced_quadtree::neighbour::kind::edge) {
      to.push_back(part_of[each.at[0]]);
      to.push_back(part_of[each.at[1]]);
    }
  }
}

}  // namespace

cascade::cascade(const balanced_quadtree& tree, std::size_t steps, std::size_t most) {
  cut(tree, tree.root(), most);
  find_neighbours(tree);
  in_order_.reserve(parts_.size() * steps);
  for (index at = 0; at < parts_.size(); ++at) {
    follow(at, steps);
  }
}

void cascade::cut(const balanced_quadtree& tree,
                  const balanced_quadtree::node& of,
                  std::size_t most) {
  if (of.is_leaf() || most == 0 || of.leaves.last - of.leaves.first <= most) {
    parts_.push_back({.leaves = of.leaves, .beside = {}});
    return;
  }
  for (std::size_t which = 0; which < of.children.size(); ++which) {
    cut(tree, tree.child(of, which), most);
  }
}

void cascade::find_neighbours(const balanced_quadtree& tree) {
  std::vector<index> part_of(tree.leaves().size());
  for (index at = 0; at < parts_.size(); ++at) {
    for (index leaf = parts_[at].leaves.first; leaf < parts_[at].leaves.last; ++leaf) {
      part_of[leaf] = at;
    }
  }
  for (index at = 0; at < parts_.size(); ++at) {
    part& of = parts_[at];
    for (index leaf = of.leaves.first; leaf < of.leaves.last; ++leaf) {
      add_parts_beside(tree.leaves()[leaf], part_of, of.beside);
    }
    std::erase(of.beside, at);
    sort_without_repeats(of.beside);
  }
}

void cascade::follow(index first, std::size_t steps) {
  std::vector<index> last{first};
  for (std::size_t step = 0; step < steps && !last.empty(); ++step) {
    std::vector<index> next;
    for (const index each : last) {
      part& of = parts_[each];
      in_order_.push_back({of.leaves, step});
      of.done = step + 1;
      next.push_back(each);
      next.insert(next.end(), of.beside.begin(), of.beside.end());
    }
    sort_without_repeats(next);
    std::erase_if(next, [this, step](index each) {
      return parts_[each].done != step + 1 || !may_advance(each);
    });
    last = std::move(next);
  }
}

bool cascade::may_advance(index at) const {
  return std::ranges::all_of(
      parts_[at].beside, [this, at](index other) { return parts_[other].done >= parts_[at].done; });
}

}  // namespace nuthatch::workloads
