// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "workloads/kernels/matrix_and_transpose.hpp"
#include "workloads/splicing/sweep_instance.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload mvt_workload() {
  return {"mvt",
          "a square matrix and its transpose, each times a vector; can be spliced",
          {{"n", "rows and columns", {"300", "6144", "16384"}, integer_range{1, 100'000}},
           {"rounds", "times both, with other vectors", {"2", "12", "1"}, integer_range{1, 1'000}},
           {"group", "products that are spliced", {"2", "2", "2"}, sweep_ranges::group},
           {"leaf-rows",
            "rows of a task or spliced step, 0: all",
            {"64", "384", "512"},
            sweep_ranges::side},
           {"leaf-columns",
            "columns likewise, one after the other, 0: all",
            {"100", "0", "8192"},
            sweep_ranges::side},
           {"slice", "rows that a spliced step runs in turn", {"8", "4", "4"}, sweep_ranges::slice},
           kernel_parameter()},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            const auto n = chosen.get_int("n");
            return std::make_unique<sweep_instance<matrix_and_transpose>>(
                matrix_and_transpose_problem{.rows = n,
                                             .columns = n,
                                             .rounds = chosen.get_size("rounds"),
                                             .adds = true,
                                             .computes = kernels_compute(chosen)},
                sweep_cuts<2>(chosen));
          },
          {splice_mode::off, splice_mode::on, splice_mode::order}};
}

}  // namespace nuthatch::workloads
