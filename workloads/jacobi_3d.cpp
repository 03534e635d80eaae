// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>

#include "workloads/kernels/jacobi_grid.hpp"
#include "workloads/splicing/sweep_instance.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload jacobi_3d_workload() {
  return {
      "jacobi-3d",
      "Jacobi's iteration in space, a mean of seven cells; can be spliced",
      {{"planes",
        "planes of cells",
        {"16", "200", "1024"},
        integer_range{1, std::int64_t{1} << 16U}},
       {"rows", "rows of a plane", {"20", "200", "1024"}, integer_range{1, std::int64_t{1} << 16U}},
       {"columns",
        "cells of a row",
        {"24", "200", "1024"},
        integer_range{1, std::int64_t{1} << 16U}},
       {"steps", "time steps", {"16", "40", "16"}, integer_range{1, 1'000'000}},
       {"group", "steps that are spliced", {"4", "8", "8"}, sweep_ranges::group},
       {"leaf-planes",
        "planes of a task or spliced step, 0: all",
        {"8", "0", "64"},
        sweep_ranges::side},
       {"leaf-rows", "rows of these, 0: all", {"10", "0", "64"}, sweep_ranges::side},
       {"leaf-columns", "cells of a row of these, 0: all", {"0", "0", "0"}, sweep_ranges::side},
       {"slice", "planes that a spliced step runs in turn", {"2", "2", "4"}, sweep_ranges::slice},
       {"tile-planes",
        "planes of a tile of the tiled loops, 0: all",
        {"3", "1", "1"},
        sweep_ranges::side},
       {"tile-rows", "rows of a tile, 0: all", {"5", "24", "16"}, sweep_ranges::side},
       {"tile-columns", "cells of a row of a tile, 0: all", {"0", "0", "0"}, sweep_ranges::side},
       {"tile-depth", "steps of a tile", {"5", "20", "8"}, sweep_ranges::depth},
       kernel_parameter()},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        return std::make_unique<sweep_instance<jacobi_grid<3>>>(
            jacobi_problem<3>{
                {chosen.get_int("planes"), chosen.get_int("rows"), chosen.get_int("columns")},
                chosen.get_size("steps"),
                kernels_compute(chosen)},
            sweep_cuts<3>::with_tiles(chosen));
      },
      {splice_mode::off, splice_mode::on, splice_mode::order, splice_mode::tiled}};
}

}  // namespace nuthatch::workloads
