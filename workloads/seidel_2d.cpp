// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>

#include "workloads/kernels/seidel_grid.hpp"
#include "workloads/splicing/sweep_instance.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload seidel_2d_workload() {
  return {
      "seidel-2d",
      "sweeps of Gauss and Seidel over a plane, in place; can be spliced",
      {{"rows", "rows of cells", {"60", "2880", "32768"}, integer_range{1, std::int64_t{1} << 20U}},
       {"columns",
        "columns of cells",
        {"70", "2880", "32768"},
        integer_range{1, std::int64_t{1} << 20U}},
       {"steps", "sweeps", {"20", "48", "16"}, integer_range{1, 1'000'000}},
       {"group", "sweeps that are spliced", {"8", "16", "8"}, sweep_ranges::group},
       {"leaf", "rows of a task or spliced step, 0: all", {"20", "512", "512"}, sweep_ranges::side},
       {"slice", "rows that a spliced step runs in turn", {"4", "1", "1"}, sweep_ranges::slice},
       {"block-columns",
        "columns of a task, 0: all",
        {"16", "512", "4096"},
        integer_range{0, std::int64_t{1} << 20U}},
       kernel_parameter()},
      [](const parameters& chosen) -> std::unique_ptr<instance> {
        return std::make_unique<sweep_instance<seidel_grid>>(
            seidel_problem{.rows = chosen.get_int("rows"),
                           .columns = chosen.get_int("columns"),
                           .steps = chosen.get_size("steps"),
                           .block_columns = chosen.get_int("block-columns"),
                           .computes = kernels_compute(chosen)},
            sweep_cuts<1>(chosen));
      },
      {splice_mode::off, splice_mode::on, splice_mode::order}};
}

}  // namespace nuthatch::workloads
