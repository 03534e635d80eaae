// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>

#include "workloads/kernels/seidel_grid.hpp"
#include "workloads/splicing/sweep_instance.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload seidel_2d_workload() {
  return {"seidel-2d",
          "sweeps of Gauss and Seidel over a plane, in place; can be spliced",
          {{"rows", "rows of cells, 1 to 2^20", {"60", "2880", "32768"}},
           {"columns", "columns of cells, 1 to 2^20", {"70", "2880", "32768"}},
           {"steps", "sweeps", {"20", "48", "16"}},
           {"group", "sweeps that are spliced", {"8", "16", "8"}},
           {"leaf", "rows of a task or spliced step, 0: all", {"20", "512", "512"}},
           {"slice", "rows that a spliced step runs in turn", {"4", "1", "1"}},
           {"block-columns", "columns of a task, 0: all", {"16", "512", "4096"}},
           kernel_parameter()},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            constexpr std::size_t most = std::size_t{1} << 20U;
            const auto size = [&chosen](const char* name, std::size_t least) {
              return static_cast<std::ptrdiff_t>(chosen.get_size(name, least, most));
            };
            return std::make_unique<sweep_instance<seidel_grid>>(
                seidel_problem{.rows = size("rows", 1),
                               .columns = size("columns", 1),
                               .steps = chosen.get_size("steps", 1, 1'000'000),
                               .block_columns = size("block-columns", 0),
                               .computes = kernels_compute(chosen)},
                sweep_cuts<1>(chosen));
          },
          {splice_mode::off, splice_mode::on, splice_mode::order}};
}

}  // namespace nuthatch::workloads
