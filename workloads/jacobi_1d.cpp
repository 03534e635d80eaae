// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>

#include "workloads/kernels/jacobi_grid.hpp"
#include "workloads/splicing/sweep_instance.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload jacobi_1d_workload() {
  return {
      "jacobi-1d",
      "Jacobi's iteration on a line, a mean of three cells; can be spliced",
      {{"n", "cells, 1 to 2^40", {"4000", "8388608", "268435456"}},
       {"steps", "time steps", {"40", "64", "64"}},
       {"group", "steps that are spliced", {"8", "32", "16"}},
       {"leaf", "cells of a task or spliced step, 0: all", {"500", "1048576", "1048576"}},
       {"slice", "cells that a spliced step runs in turn", {"64", "12288", "4096"}},
       {"tile", "cells of a tile of the tiled loops", {"300", "8192", "8192"}},
       {"tile-depth", "steps of a tile", {"10", "64", "64"}},
       kernel_parameter()},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        constexpr std::size_t most_cells = std::size_t{1} << 40U;
        const auto n = static_cast<std::ptrdiff_t>(chosen.get_size("n", 1, most_cells));
        return std::make_unique<sweep_instance<jacobi_grid<1>>>(
            jacobi_problem<1>{{n}, chosen.get_size("steps", 1, 1'000'000), kernels_compute(chosen)},
            sweep_cuts<1>::with_tiles(chosen));
      },
      {splice_mode::off, splice_mode::on, splice_mode::order, splice_mode::tiled}};
}

}  // namespace nuthatch::workloads
