// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "workloads/kernels/matrix_and_transpose.hpp"
#include "workloads/splicing/sweep_instance.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload bicg_workload() {
  return {"bicg",
          "both products of a step of BiCG, with a matrix and its transpose; can be spliced",
          {{"rows", "rows of the matrix", {"250", "6144", "32768"}, integer_range{1, 100'000}},
           {"columns", "columns likewise", {"300", "5120", "32768"}, integer_range{1, 100'000}},
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
            return std::make_unique<sweep_instance<matrix_and_transpose>>(
                matrix_and_transpose_problem{.rows = chosen.get_int("rows"),
                                             .columns = chosen.get_int("columns"),
                                             .rounds = chosen.get_size("rounds"),
                                             .adds = false,
                                             .computes = kernels_compute(chosen)},
                sweep_cuts<2>(chosen));
          },
          {splice_mode::off, splice_mode::on, splice_mode::order}};
}

}  // namespace nuthatch::workloads
