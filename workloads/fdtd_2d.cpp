// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>

#include "workloads/kernels/wave_field.hpp"
#include "workloads/splicing/sweep_instance.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload fdtd_2d_workload() {
  return {"fdtd-2d",
          "an electromagnetic field in time steps of three sweeps, from a source; can be spliced",
          {{"rows", "rows of the field, 2 to 2^20", {"60", "2880", "16384"}},
           {"columns", "columns of the field, 2 to 2^20", {"70", "2880", "16384"}},
           {"steps", "time steps", {"20", "16", "8"}},
           {"group", "sweeps that are spliced, three a time step", {"9", "24", "24"}},
           {"leaf-rows", "rows of a task or spliced step, 0: all", {"20", "512", "512"}},
           {"leaf-columns", "columns of these, 0: all", {"35", "0", "4096"}},
           {"slice", "rows that a spliced step runs in turn", {"4", "12", "8"}},
           {"tile-rows", "rows of a tile of the tiled loops, 0: all", {"8", "8", "8"}},
           {"tile-columns", "columns of a tile, 0: all", {"16", "0", "4096"}},
           {"tile-depth", "sweeps of a tile", {"7", "48", "24"}},
           kernel_parameter()},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            constexpr std::size_t most = std::size_t{1} << 20U;
            const auto size = [&chosen](const char* name) {
              return static_cast<std::ptrdiff_t>(chosen.get_size(name, 2, most));
            };
            return std::make_unique<sweep_instance<wave_field>>(
                wave_problem{.rows = size("rows"),
                             .columns = size("columns"),
                             .steps = chosen.get_size("steps", 1, 1'000'000),
                             .computes = kernels_compute(chosen)},
                sweep_cuts<2>::with_tiles(chosen));
          },
          {splice_mode::off, splice_mode::on, splice_mode::order, splice_mode::tiled}};
}

}  // namespace nuthatch::workloads
