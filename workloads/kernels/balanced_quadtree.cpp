// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/balanced_quadtree.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

using index = balanced_quadtree::index;
using leaf_range = balanced_quadtree::leaf_range;
using place = std::array<index, 2>;

/// A circle in the unit square.
struct front {
  double x;
  double y;
  double radius;

  front(std::uint64_t seed, std::size_t number)
      : x(draw(seed, 3 * number)),
        y(draw(seed, 3 * number + 1)),
        radius(min_radius + draw(seed, 3 * number + 2) * (max_radius - min_radius)) {}

  /// Whether the circle's line crosses a square.
  [[nodiscard]] bool crosses(unsigned level, const place& at) const {
    const double width = std::ldexp(1.0, -static_cast<int>(level));
    const double left = at[0] * width - x;
    const double top = at[1] * width - y;
    const double nearest = std::hypot(outside(left, width), outside(top, width));
    const double farthest = std::hypot(std::max(std::abs(left), std::abs(left + width)),
                                       std::max(std::abs(top), std::abs(top + width)));
    return nearest <= radius && radius <= farthest;
  }

 private:
  static constexpr double min_radius = 0.1;
  static constexpr double max_radius = 0.4;

  static double draw(std::uint64_t seed, std::size_t number) {
    constexpr unsigned dropped = 11;
    return static_cast<double>(mix(mix(seed) + number) >> dropped) * 0x1p-53;
  }

  /// The distance of 0 from an interval.
  static double outside(double low, double width) { return std::max({low, -(low + width), 0.0}); }
};

}  // namespace

/// Determines first the squares that are cut, level by level from the finest one; then nodes and
/// leaves in their order; then the neighbours of the leaves.
class balanced_quadtree::builder {
 public:
  explicit builder(balanced_quadtree& of)
      : of_(of),
        cut_(of.shape_.finest),
        leaf_at_(of.shape_.finest + std::size_t{1}) {
    for (std::size_t level = 0; level < leaf_at_.size(); ++level) {
      leaf_at_[level].assign(std::size_t{1} << (2 * level), nobody);
    }
    for (std::size_t i = 0; i < of.shape_.fronts; ++i) {
      fronts_.emplace_back(of.shape_.seed, i);
    }
  }

  void build() {
    for (unsigned level = of_.shape_.finest; level-- > 0;) {
      decide(level);
    }
    add_node(0, {0, 0});
    for (leaf& each : of_.leaves_) {
      for (const side which : sides) {
        each.beside[static_cast<std::size_t>(which)] = look_beside(each, which);
      }
    }
  }

 private:
  static constexpr index nobody = ~index{0};

  [[nodiscard]] static std::size_t number(unsigned level, const place& at) {
    return (static_cast<std::size_t>(at[1]) << level) + at[0];
  }

  /// The neighbouring square on its level.
  [[nodiscard]] static std::optional<place> beside(unsigned level, place at, side which) {
    const std::size_t across = which == side::west || which == side::east ? 0 : 1;
    const bool back = which == side::west || which == side::north;
    if (at[across] == (back ? 0 : (index{1} << level) - 1)) {
      return std::nullopt;
    }
    at[across] += back ? nobody : 1;  // one less, modulo 2^32
    return at;
  }

  [[nodiscard]] bool is_cut(unsigned level, const place& at) const {
    return level < cut_.size() && cut_[level][number(level, at)];
  }

  [[nodiscard]] bool has_cut_child(unsigned level, const place& at) const {
    for (std::size_t which = 0; which < 4; ++which) {
      if (is_cut(level + 1, child_place(at, which))) {
        return true;
      }
    }
    return false;
  }

  [[nodiscard]] static place child_place(const place& at, std::size_t which) {
    return {2 * at[0] + static_cast<index>(which & 1U),
            2 * at[1] + static_cast<index>(which >> 1U)};
  }

  /// A square is cut if a front crosses it, or if its parts or its neighbours' parts are cut.
  /// Otherwise leaves would be neighbours whose levels differ by two.
  void decide(unsigned level) {
    cut_[level].assign(std::size_t{1} << (2 * level), false);
    const index across = index{1} << level;
    for (place at{0, 0}; at[1] < across; ++at[1]) {
      for (at[0] = 0; at[0] < across; ++at[0]) {
        cut_[level][number(level, at)] = is_wanted(level, at);
      }
    }
  }

  [[nodiscard]] bool is_wanted(unsigned level, const place& at) const {
    const auto cut_beside = [this, level, &at](side which) {
      const std::optional<place> other = beside(level, at, which);
      return other && has_cut_child(level, *other);
    };
    return level < of_.shape_.coarsest || has_cut_child(level, at) ||
           std::ranges::any_of(sides, cut_beside) ||
           std::ranges::any_of(
               fronts_, [level, &at](const front& one) { return one.crosses(level, at); });
  }

  index add_node(unsigned level, const place& at) {
    const auto made = static_cast<index>(of_.nodes_.size());
    of_.nodes_.emplace_back();
    const auto first = static_cast<index>(of_.leaves_.size());
    if (is_cut(level, at)) {
      for (std::size_t which = 0; which < 4; ++which) {
        const index child = add_node(level + 1, child_place(at, which));
        of_.nodes_[made].children[which] = child;
      }
    } else {
      leaf_at_[level][number(level, at)] = first;
      of_.leaves_.push_back({level, at, {}});
    }
    const unsigned finer = of_.shape_.finest - level;
    of_.nodes_[made].covers = {.left = static_cast<std::uint16_t>(at[0] << finer),
                               .top = static_cast<std::uint16_t>(at[1] << finer),
                               .width = static_cast<std::uint16_t>(1U << finer)};
    of_.nodes_[made].leaves = {first, static_cast<index>(of_.leaves_.size())};
    return made;
  }

  [[nodiscard]] neighbour look_beside(const leaf& of, side which) const {
    using kind = neighbour::kind;
    const std::optional<place> at = beside(of.level, of.place, which);
    if (!at) {
      return {};
    }
    const std::size_t along = which == side::west || which == side::east ? 1 : 0;
    if (const index same = leaf_at_[of.level][number(of.level, *at)]; same != nobody) {
      return {kind::same, 0, {same, same}};
    }
    if (!is_cut(of.level, *at)) {
      const index coarser =
          leaf_at_[of.level - 1][number(of.level - 1, {(*at)[0] / 2, (*at)[1] / 2})];
      return {kind::coarser, static_cast<std::uint8_t>((*at)[along] % 2), {coarser, coarser}};
    }
    neighbour finer{kind::finer, 0, {}};
    for (index half = 0; half < 2; ++half) {
      place child{2 * (*at)[0], 2 * (*at)[1]};
      child[along] += half;
      child[1 - along] += which == side::west || which == side::north ? 1 : 0;
      finer.at[half] = leaf_at_[of.level + 1][number(of.level + 1, child)];
    }
    return finer;
  }

  balanced_quadtree& of_;
  std::vector<std::vector<bool>> cut_;       // level by level, row by row
  std::vector<std::vector<index>> leaf_at_;  // level by level, row by row
  std::vector<front> fronts_;
};

balanced_quadtree::balanced_quadtree(const quadtree_shape& shape) : shape_(shape) {
  builder(*this).build();
}

index balanced_quadtree::find(unsigned level, std::array<index, 2> place) const noexcept {
  const node* here = &root();
  for (unsigned down = 1; !here->is_leaf(); ++down) {
    const auto half = [&](std::size_t dimension) -> std::size_t {
      return down > level ? 0 : (place[dimension] >> (level - down)) & 1U;
    };
    here = &child(*here, half(0) + 2 * half(1));
  }
  return here->leaves.first;
}

}  // namespace nuthatch::workloads
