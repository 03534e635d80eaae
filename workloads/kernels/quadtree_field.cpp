// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/quadtree_field.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <string>
#include <tuple>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

using index = balanced_quadtree::index;
using side = balanced_quadtree::side;
using kind = balanced_quadtree::neighbour::kind;

void nothing(const double* /*from*/,
             double* /*to*/,
             const double* /*halo*/,
             std::ptrdiff_t /*side*/) {}

/// A number from 0 to 1 for a cell, from its level, column and row there.
double start_of(unsigned level, std::uint64_t column, std::uint64_t row) noexcept {
  constexpr unsigned bits = 28;
  constexpr unsigned dropped = 11;
  const std::uint64_t key = (std::uint64_t{level} << bits | column) << bits | row;
  return static_cast<double>(mix(key) >> dropped) * 0x1p-53;
}

side opposite(side of) noexcept {
  switch (of) {
    case side::west:
      return side::east;
    case side::east:
      return side::west;
    case side::north:
      return side::south;
    case side::south:
      break;
  }
  return side::north;
}

/// The cells of a field after some steps, computed by recursion over their dependences.
class cells_by_place {
 public:
  cells_by_place(const balanced_quadtree& tree, std::size_t cells) : tree_(tree), cells_(cells) {}

  double after(std::size_t steps, unsigned level, std::uint64_t column, std::uint64_t row) {
    if (steps == 0) {
      return start_of(level, column, row);
    }
    const auto [known, made] = known_.try_emplace({steps, level, column, row}, 0);
    if (made) {
      const auto at = [&](int right, int down) {
        return beside(steps - 1, level, column, row, right, down);
      };
      const double here = at(0, 0);
      constexpr double share = 0.2;
      known->second = here + share * (((at(-1, 0) + at(1, 0)) + (at(0, -1) + at(0, 1))) - 4 * here);
    }
    return known->second;
  }

 private:
  double beside(std::size_t steps,
                unsigned level,
                std::uint64_t column,
                std::uint64_t row,
                int right,
                int down) {
    const std::uint64_t all = std::uint64_t{cells_} << level;
    const std::uint64_t x = column + static_cast<std::uint64_t>(right);  // modulo 2^64
    const std::uint64_t y = row + static_cast<std::uint64_t>(down);
    if (x >= all || y >= all) {
      return after(steps, level, column, row);
    }
    const unsigned other = level_at(level, x, y);
    if (other == level) {
      return after(steps, level, x, y);
    }
    if (other < level) {
      return after(steps, other, x / 2, y / 2);
    }
    // The two of its four parts that are at this side.
    const std::uint64_t far_x = 2 * x + (right < 0 ? 1 : 0);
    const std::uint64_t far_y = 2 * y + (down < 0 ? 1 : 0);
    const double one = after(steps, other, far_x, far_y);
    return 0.5 *
           (one + after(steps, other, far_x + (down != 0 ? 1 : 0), far_y + (right != 0 ? 1 : 0)));
  }

  [[nodiscard]] unsigned level_at(unsigned level, std::uint64_t column, std::uint64_t row) const {
    const std::array at{static_cast<index>(column / cells_), static_cast<index>(row / cells_)};
    return tree_.leaves()[tree_.find(level, at)].level;
  }

  using key = std::tuple<std::size_t, unsigned, std::uint64_t, std::uint64_t>;

  const balanced_quadtree& tree_;
  std::size_t cells_;
  std::map<key, double> known_;
};

}  // namespace

quadtree_field::quadtree_field(const balanced_quadtree& tree, std::size_t cells, bool computes)
    : tree_(tree),
      cells_(cells),
      kernel_(computes ? best_kernel(diffuse_block_levels) : nothing) {
  for (untouched_vector<double>& each : copies_) {
    each = untouched_vector<double>(tree.leaves().size() * cells * cells);
  }
}

void quadtree_field::start() {
  double* at = copies_[0].data();
  for (const balanced_quadtree::leaf& each : tree_.leaves()) {
    for (std::size_t row = 0; row < cells_; ++row) {
      for (std::size_t column = 0; column < cells_; ++column) {
        *at++ = start_of(each.level, each.place[0] * cells_ + column, each.place[1] * cells_ + row);
      }
    }
  }
  std::ranges::fill(copies_[1], 0.0);
}

void quadtree_field::advance(std::size_t step, leaf_range leaves) noexcept {
  const double* const from = copies_[step % 2].data();
  double* const to = copies_[(step + 1) % 2].data();
  std::array<double, 4 * max_cells> halo;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  const bool computes = kernel_ != nothing;
  for (index leaf = leaves.first; leaf < leaves.last; ++leaf) {
    const std::size_t first = leaf * cells_ * cells_;
    if (computes) {
      fill_halo(from, leaf, halo.data());
    }
    kernel_(from + first, to + first, halo.data(), static_cast<std::ptrdiff_t>(cells_));
  }
}

quadtree_field::edge quadtree_field::edge_of(const double* copy,
                                             index leaf,
                                             side which) const noexcept {
  const double* const block = copy + leaf * cells_ * cells_;
  switch (which) {
    case side::west:
      return {block, cells_};
    case side::east:
      return {block + (cells_ - 1), cells_};
    case side::north:
      return {block, 1};
    case side::south:
      break;
  }
  return {block + (cells_ - 1) * cells_, 1};
}

void quadtree_field::fill_halo(const double* copy, index leaf, double* halo) const noexcept {
  const std::size_t half = cells_ / 2;
  for (const side which : balanced_quadtree::sides) {
    const balanced_quadtree::neighbour& other =
        tree_.leaves()[leaf].beside[static_cast<std::size_t>(which)];
    const edge near = other.is == kind::edge ? edge_of(copy, leaf, which)
                                             : edge_of(copy, other.at[0], opposite(which));
    const auto cell = [](const edge& of, std::size_t at) {
      return of.first[at * of.apart];
    };
    if (other.is == kind::coarser) {
      for (std::size_t i = 0; i < half; ++i) {
        halo[2 * i] = halo[2 * i + 1] = cell(near, other.half * half + i);
      }
    } else if (other.is == kind::finer) {
      const edge far = edge_of(copy, other.at[1], opposite(which));
      for (std::size_t i = 0; i < half; ++i) {
        halo[i] = 0.5 * (cell(near, 2 * i) + cell(near, 2 * i + 1));
        halo[half + i] = 0.5 * (cell(far, 2 * i) + cell(far, 2 * i + 1));
      }
    } else {
      for (std::size_t i = 0; i < cells_; ++i) {
        halo[i] = cell(near, i);
      }
    }
    halo += cells_;
  }
}

std::string quadtree_field::compare_some(std::size_t steps) const {
  constexpr std::size_t max_steps = 48;
  constexpr std::size_t samples = 4;
  if (steps > max_steps) {
    return {};
  }
  cells_by_place expected(tree_, cells_);
  const std::size_t all = tree_.leaves().size();
  for (std::size_t sample = 0; sample < samples; ++sample) {
    // Corners are where most levels meet.
    const std::size_t number = sample * (all - 1) / (samples - 1);
    const balanced_quadtree::leaf& leaf = tree_.leaves()[number];
    const std::size_t column = sample % 2 == 0 ? 0 : cells_ - 1;
    const std::size_t row = sample / 2 == 0 ? 0 : cells_ - 1;
    const double wanted = expected.after(
        steps, leaf.level, leaf.place[0] * cells_ + column, leaf.place[1] * cells_ + row);
    const double found = after(steps)[(number * cells_ + row) * cells_ + column];
    if (found != wanted) {
      return message("leaf ",
                     number,
                     ", row ",
                     row,
                     ", column ",
                     column,
                     ": expected exactly ",
                     wanted,
                     ", found ",
                     found);
    }
  }
  return {};
}

double quadtree_field::mean(std::size_t steps) const noexcept {
  const untouched_vector<double>& all = after(steps);
  return std::accumulate(all.begin(), all.end(), 0.0) / static_cast<double>(all.size());
}

}  // namespace nuthatch::workloads
