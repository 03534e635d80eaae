// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include <nuthatch/detail/foreign.hpp>
#include <nuthatch/detail/loop_bounds.hpp>
#include <nuthatch/detail/loop_cut.hpp>
#include <nuthatch/fork_join.hpp>
#include <nuthatch/parallel_for.hpp>

namespace nuthatch {

/// A part of a grid of indices: in dimension d, those from first[d] to before last[d].
template <std::size_t Dimensions, detail::counted_integer Index = std::size_t>
struct tile {
  std::array<Index, Dimensions> first{};
  std::array<Index, Dimensions> last{};

  /// Returns the number of indices in a dimension.
  [[nodiscard]] constexpr std::uint64_t size(std::size_t dimension) const noexcept {
    return detail::distance(first[dimension], last[dimension]);
  }

  [[nodiscard]] constexpr bool empty() const noexcept {
    for (std::size_t d = 0; d < Dimensions; ++d) {
      if (size(d) == 0) {
        return true;
      }
    }
    return false;
  }

  friend constexpr bool operator==(const tile&, const tile&) = default;
};

/// The maximal numbers of indices of a tile in each dimension. In a dimension of 0, tiles are not
/// cut; if all are 0, the sizes are chosen so that there are a few dozen tiles for each worker.
template <std::size_t Dimensions>
using tile_size = std::array<std::uint64_t, Dimensions>;

namespace detail {

/// Returns sizes of tiles with at most so many indices, by halving the largest extents. The last
/// dimension, in which neighbours usually share cache lines, is cut late.
template <std::size_t Dimensions>
[[nodiscard]] constexpr tile_size<Dimensions> size_of_tiles(tile_size<Dimensions> extents,
                                                            std::uint64_t indices) noexcept {
  constexpr std::uint64_t favour = 16;
  const auto product = [&extents] {
    std::uint64_t all = 1;
    for (const std::uint64_t each : extents) {
      all = each > UINT64_MAX / all ? UINT64_MAX : all * each;
    }
    return all;
  };
  while (product() > indices) {
    std::size_t largest = 0;
    for (std::size_t d = 1; d < Dimensions; ++d) {
      const std::uint64_t weighed = d + 1 == Dimensions ? extents[d] / favour : extents[d];
      if (weighed > extents[largest] || extents[largest] == 1) {
        largest = d;
      }
    }
    extents[largest] -= extents[largest] / 2;
  }
  return extents;
}

/// A loop over tiles. The tree of its spawns follows from the grid and the size of tiles.
template <std::size_t Dimensions, class Index, class Body>
class tiled_loop {
 public:
  using part = tile<Dimensions, Index>;

  tiled_loop(const tile_size<Dimensions>& most, Body& body) noexcept : most_(most), body_(body) {}

  void run(const part& all) {
    std::size_t longest = 0;
    std::uint64_t tiles = 0;
    for (std::size_t d = 0; d < Dimensions; ++d) {
      const std::uint64_t here = (all.size(d) - 1) / most_[d] + 1;
      if (here > tiles) {
        longest = d;
        tiles = here;
      }
    }
    if (tiles == 1) {
      run_one(all);
      return;
    }
    part low = all;
    part high = all;
    high.first[longest] = low.last[longest] =
        detail::advanced(all.first[longest], (tiles - tiles / 2) * most_[longest]);
    nuthatch::fork_join([&] { run(low); }, [&] { run(high); });
  }

 private:
  void run_one(const part& one) {
    if (!failure_.happened()) {
      failure_.watch([&] {
        loop_failure::throw_if_stopped();
        body_(one);
      });
    }
  }

  tile_size<Dimensions> most_;
  Body& body_;
  loop_failure failure_{};
};

}  // namespace detail

/// Calls body(part) for tiles that together make up a grid of two, three or more dimensions.
///
///     nuthatch::parallel_for_tiles(nuthatch::tile<2>{{0, 0}, {rows, columns}},
///                                  [&](const nuthatch::tile<2>& part) { filter(image, part); });
///
/// Neighbouring tiles run near each other in time: the grid is halved again and again across the
/// dimension with most tiles. The tiles, but not the order, are the same in each run with as many
/// workers, or with any number if their size is given.
///
/// @param all   the grid; nothing is called if it is empty.
/// @param body  called concurrently, in no particular order, with each index in exactly one tile.
///         Taken by reference.
/// @param most  the maximal size of a tile.
/// @throws what body throws; task_errors if several calls threw. After an exception, no further
///         tile begins. If a finish around is stopped, it throws `stopped` likewise.
///
/// Who may call: any thread, as for fork_join. Cost: one fork_join per tile; the span is
/// logarithmic in the number of tiles.
template <std::size_t Dimensions, class Index, class Body>
  requires std::invocable<Body&, const tile<Dimensions, Index>&>
void parallel_for_tiles(const tile<Dimensions, Index>& all,
                        Body&& body,
                        tile_size<Dimensions> most = {}) {
  static_assert(Dimensions > 0, "a tile has at least one dimension");
  if (all.empty()) {
    return;
  }
  const bool automatic = std::ranges::all_of(most, [](std::uint64_t each) { return each == 0; });
  tile_size<Dimensions> extents{};
  std::uint64_t indices = 1;
  for (std::size_t d = 0; d < Dimensions; ++d) {
    extents[d] = all.size(d);
    most[d] = most[d] == 0 ? extents[d] : most[d];
    indices = extents[d] > UINT64_MAX / indices ? UINT64_MAX : indices * extents[d];
  }
  auto whole = [&] {
    if (automatic) {
      most = detail::size_of_tiles<Dimensions>(extents, detail::cut_of_loop({}, indices).block);
    }
    detail::tiled_loop<Dimensions, Index, Body>(most, body).run(all);
  };
  if (detail::this_worker() == nullptr) {
    detail::run_root_call(nullptr, whole);
  } else {
    whole();
  }
}

}  // namespace nuthatch
