// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>

#include "workloads/kernels/jacobi_grid.hpp"
#include "workloads/splicing/sweep_instance.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload jacobi_2d_workload() {
  return {
      "jacobi-2d",
      "Jacobi's iteration on a plane, a mean of five cells; can be spliced",
      {{"rows", "rows of cells", {"60", "2880", "32768"}, integer_range{1, std::int64_t{1} << 20U}},
       {"columns",
        "columns of cells",
        {"70", "2880", "32768"},
        integer_range{1, std::int64_t{1} << 20U}},
       {"steps", "time steps", {"30", "48", "32"}, integer_range{1, 1'000'000}},
       {"group", "steps that are spliced", {"8", "16", "16"}, sweep_ranges::group},
       {"leaf-rows",
        "rows of a task or spliced step, 0: all",
        {"20", "512", "1024"},
        sweep_ranges::side},
       {"leaf-columns", "columns of these, 0: all", {"35", "0", "4096"}, sweep_ranges::side},
       {"slice", "rows that a spliced step runs in turn", {"4", "16", "16"}, sweep_ranges::slice},
       {"tile-rows",
        "rows of a tile of the tiled loops, 0: all",
        {"8", "8", "8"},
        sweep_ranges::side},
       {"tile-columns", "columns of a tile, 0: all", {"16", "0", "4096"}, sweep_ranges::side},
       {"tile-depth", "steps of a tile", {"7", "16", "16"}, sweep_ranges::depth},
       kernel_parameter()},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        return std::make_unique<sweep_instance<jacobi_grid<2>>>(
            jacobi_problem<2>{{chosen.get_int("rows"), chosen.get_int("columns")},
                              chosen.get_size("steps"),
                              kernels_compute(chosen)},
            sweep_cuts<2>::with_tiles(chosen));
      },
      {splice_mode::off, splice_mode::on, splice_mode::order, splice_mode::tiled}};
}

}  // namespace nuthatch::workloads
