// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>

#include "workloads/kernels/wave_field.hpp"
#include "workloads/splicing/sweep_instance.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload fdtd_2d_workload() {
  return {
      "fdtd-2d",
      "an electromagnetic field in time steps of three sweeps, from a source; can be spliced",
      {{"rows",
        "rows of the field",
        {"60", "2880", "16384"},
        integer_range{2, std::int64_t{1} << 20U}},
       {"columns",
        "columns of the field",
        {"70", "2880", "16384"},
        integer_range{2, std::int64_t{1} << 20U}},
       {"steps", "time steps", {"20", "16", "8"}, integer_range{1, 1'000'000}},
       {"group",
        "sweeps that are spliced, three a time step",
        {"9", "24", "24"},
        sweep_ranges::group},
       {"leaf-rows",
        "rows of a task or spliced step, 0: all",
        {"20", "512", "512"},
        sweep_ranges::side},
       {"leaf-columns", "columns of these, 0: all", {"35", "0", "4096"}, sweep_ranges::side},
       {"slice", "rows that a spliced step runs in turn", {"4", "12", "8"}, sweep_ranges::slice},
       {"tile-rows",
        "rows of a tile of the tiled loops, 0: all",
        {"8", "8", "8"},
        sweep_ranges::side},
       {"tile-columns", "columns of a tile, 0: all", {"16", "0", "4096"}, sweep_ranges::side},
       {"tile-depth", "sweeps of a tile", {"7", "48", "24"}, sweep_ranges::depth},
       kernel_parameter()},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        return std::make_unique<sweep_instance<wave_field>>(
            wave_problem{.rows = chosen.get_int("rows"),
                         .columns = chosen.get_int("columns"),
                         .steps = chosen.get_size("steps"),
                         .computes = kernels_compute(chosen)},
            sweep_cuts<2>::with_tiles(chosen));
      },
      {splice_mode::off, splice_mode::on, splice_mode::order, splice_mode::tiled}};
}

}  // namespace nuthatch::workloads
