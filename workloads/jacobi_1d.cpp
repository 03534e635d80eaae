// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>

#include "workloads/kernels/jacobi_grid.hpp"
#include "workloads/splicing/sweep_instance.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload jacobi_1d_workload() {
  return {
      "jacobi-1d",
      "Jacobi's iteration on a line, a mean of three cells; can be spliced",
      {{"n", "cells", {"4000", "8388608", "268435456"}, integer_range{1, std::int64_t{1} << 40U}},
       {"steps", "time steps", {"40", "64", "64"}, integer_range{1, 1'000'000}},
       {"group", "steps that are spliced", {"8", "32", "16"}, sweep_ranges::group},
       {"leaf",
        "cells of a task or spliced step, 0: all",
        {"500", "1048576", "1048576"},
        sweep_ranges::side},
       {"slice",
        "cells that a spliced step runs in turn",
        {"64", "12288", "4096"},
        sweep_ranges::slice},
       {"tile", "cells of a tile of the tiled loops", {"300", "8192", "8192"}, sweep_ranges::side},
       {"tile-depth", "steps of a tile", {"10", "64", "64"}, sweep_ranges::depth},
       kernel_parameter()},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        const auto n = chosen.get_int("n");
        return std::make_unique<sweep_instance<jacobi_grid<1>>>(
            jacobi_problem<1>{{n}, chosen.get_size("steps"), kernels_compute(chosen)},
            sweep_cuts<1>::with_tiles(chosen));
      },
      {splice_mode::off, splice_mode::on, splice_mode::order, splice_mode::tiled}};
}

}  // namespace nuthatch::workloads
