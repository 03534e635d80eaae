// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>

#include "workloads/kernels/jacobi_grid.hpp"
#include "workloads/splicing/sweep_instance.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload jacobi_3d_workload() {
  return {"jacobi-3d",
          "Jacobi's iteration in space, a mean of seven cells; can be spliced",
          {{"planes", "planes of cells, 1 to 2^16", {"16", "200", "1024"}},
           {"rows", "rows of a plane, 1 to 2^16", {"20", "200", "1024"}},
           {"columns", "cells of a row, 1 to 2^16", {"24", "200", "1024"}},
           {"steps", "time steps", {"16", "40", "16"}},
           {"group", "steps that are spliced", {"4", "8", "8"}},
           {"leaf-planes", "planes of a task or spliced step, 0: all", {"8", "0", "64"}},
           {"leaf-rows", "rows of these, 0: all", {"10", "0", "64"}},
           {"leaf-columns", "cells of a row of these, 0: all", {"0", "0", "0"}},
           {"slice", "planes that a spliced step runs in turn", {"2", "2", "4"}},
           {"tile-planes", "planes of a tile of the tiled loops, 0: all", {"3", "1", "1"}},
           {"tile-rows", "rows of a tile, 0: all", {"5", "24", "16"}},
           {"tile-columns", "cells of a row of a tile, 0: all", {"0", "0", "0"}},
           {"tile-depth", "steps of a tile", {"5", "20", "8"}},
           kernel_parameter()},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            constexpr std::size_t most = std::size_t{1} << 16U;
            const auto inner = [&chosen](const char* name) {
              return static_cast<std::ptrdiff_t>(chosen.get_size(name, 1, most));
            };
            return std::make_unique<sweep_instance<jacobi_grid<3>>>(
                jacobi_problem<3>{{inner("planes"), inner("rows"), inner("columns")},
                                  chosen.get_size("steps", 1, 1'000'000),
                                  kernels_compute(chosen)},
                sweep_cuts<3>::with_tiles(chosen));
          },
          {splice_mode::off, splice_mode::on, splice_mode::order, splice_mode::tiled}};
}

}  // namespace nuthatch::workloads
