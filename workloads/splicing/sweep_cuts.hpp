// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <nuthatch/splice_options.hpp>

#include "workloads/parameters.hpp"
#include "workloads/splicing/area.hpp"

namespace nuthatch::workloads {

/// The names of a parameter in each dimension: "leaf" for one, "leaf-rows" for two.
template <std::size_t D>
[[nodiscard]] std::string name_in_dimension(std::string_view what, std::size_t dimension) {
  constexpr std::array<std::string_view, 3> names{"-planes", "-rows", "-columns"};
  return std::string(what).append(D == 1 ? "" : names.at(names.size() - D + dimension));
}

/// What the parameters of every program of sweeps accept.
struct sweep_ranges {
  static constexpr std::int64_t max_cells = std::int64_t{1} << 40U;  ///< along a dimension

  static constexpr integer_range group{1, max_calls_together};
  static constexpr integer_range side{0, max_cells};  ///< of a leaf or of a tile, 0: all
  static constexpr integer_range slice{1, max_cells};
  static constexpr integer_range depth{1, 10'000};  ///< of a tile
};

/// How a program of sweeps is cut into parts, and how many sweeps run together.
template <std::size_t D>
struct sweep_cuts {
  std::size_t group;         ///< sweeps that are spliced
  extents<D> leaf;           ///< one step of a sweep
  std::ptrdiff_t slice;      ///< in the first dimension
  extents<D> tile{};         ///< of the tiled loops; 0: all
  std::size_t tile_depth{};  ///< sweeps that these loops run together

  explicit sweep_cuts(const parameters& chosen)
      : group(chosen.get_size("group")),
        leaf(read(chosen, "leaf")),
        slice(chosen.get_int("slice")) {
    for (std::ptrdiff_t& side : leaf) {
      side = side == 0 ? sweep_ranges::max_cells : side;
    }
  }

  /// The same for a program that has the mode `tiled`.
  [[nodiscard]] static sweep_cuts with_tiles(const parameters& chosen) {
    sweep_cuts cuts(chosen);
    cuts.tile = read(chosen, "tile");
    cuts.tile_depth = chosen.get_size("tile-depth");
    return cuts;
  }

  /// Tiles in the order in which splicing runs slices.
  [[nodiscard]] extents<D> slice_and_leaf() const noexcept {
    extents<D> tiles = leaf;
    for (std::ptrdiff_t& side : tiles) {
      side = side == sweep_ranges::max_cells ? 0 : side;
    }
    tiles[0] = slice;
    return tiles;
  }

 private:
  [[nodiscard]] static extents<D> read(const parameters& chosen, std::string_view what) {
    extents<D> sizes{};
    for (std::size_t d = 0; d < D; ++d) {
      sizes[d] = chosen.get_int(name_in_dimension<D>(what, d));
    }
    return sizes;
  }
};

/// Whether kernels compute. Otherwise they return at once, and the cost of calling them remains.
struct kernel_use {
  std::string_view name;
  bool computes;
};

inline constexpr std::array<kernel_use, 2> kernel_uses{{{"full", true}, {"empty", false}}};

/// The parameter for it.
[[nodiscard]] inline parameter kernel_parameter() {
  return {"kernel",
          "full, or empty, which computes nothing",
          {"full", "full", "full"},
          names_of_entries(kernel_uses)};
}

[[nodiscard]] inline bool kernels_compute(const parameters& chosen) {
  return chosen.get_entry<kernel_use>("kernel", kernel_uses).computes;
}

}  // namespace nuthatch::workloads
