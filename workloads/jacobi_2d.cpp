// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>

#include "workloads/kernels/jacobi_grid.hpp"
#include "workloads/splicing/sweep_instance.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload jacobi_2d_workload() {
  return {
      "jacobi-2d",
      "Jacobi's iteration on a plane, a mean of five cells; can be spliced",
      {{"rows", "rows of cells, 1 to 2^20", {"60", "2880", "32768"}},
       {"columns", "columns of cells, 1 to 2^20", {"70", "2880", "32768"}},
       {"steps", "time steps", {"30", "48", "32"}},
       {"group", "steps that are spliced", {"8", "16", "16"}},
       {"leaf-rows", "rows of a task or spliced step, 0: all", {"20", "512", "1024"}},
       {"leaf-columns", "columns of these, 0: all", {"35", "0", "4096"}},
       {"slice", "rows that a spliced step runs in turn", {"4", "16", "16"}},
       {"tile-rows", "rows of a tile of the tiled loops, 0: all", {"8", "8", "8"}},
       {"tile-columns", "columns of a tile, 0: all", {"16", "0", "4096"}},
       {"tile-depth", "steps of a tile", {"7", "16", "16"}},
       kernel_parameter()},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        constexpr std::size_t most = std::size_t{1} << 20U;
        return std::make_unique<sweep_instance<jacobi_grid<2>>>(
            jacobi_problem<2>{{static_cast<std::ptrdiff_t>(chosen.get_size("rows", 1, most)),
                               static_cast<std::ptrdiff_t>(chosen.get_size("columns", 1, most))},
                              chosen.get_size("steps", 1, 1'000'000),
                              kernels_compute(chosen)},
            sweep_cuts<2>::with_tiles(chosen));
      },
      {splice_mode::off, splice_mode::on, splice_mode::order, splice_mode::tiled}};
}

}  // namespace nuthatch::workloads
