// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>

#include "workloads/kernels/matrix_and_transpose.hpp"
#include "workloads/splicing/sweep_instance.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

workload bicg_workload() {
  return {"bicg",
          "both products of a step of BiCG, with a matrix and its transpose; can be spliced",
          {{"rows", "rows of the matrix, 1 to 100000", {"250", "6144", "32768"}},
           {"columns", "columns likewise", {"300", "5120", "32768"}},
           {"rounds", "times both, with other vectors", {"2", "12", "1"}},
           {"group", "products that are spliced", {"2", "2", "2"}},
           {"leaf-rows", "rows of a task or spliced step, 0: all", {"64", "384", "512"}},
           {"leaf-columns", "columns likewise, one after the other, 0: all", {"100", "0", "8192"}},
           {"slice", "rows that a spliced step runs in turn", {"8", "4", "4"}},
           kernel_parameter()},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            constexpr std::size_t most = 100'000;
            return std::make_unique<sweep_instance<matrix_and_transpose>>(
                matrix_and_transpose_problem{
                    .rows = static_cast<std::ptrdiff_t>(chosen.get_size("rows", 1, most)),
                    .columns = static_cast<std::ptrdiff_t>(chosen.get_size("columns", 1, most)),
                    .rounds = chosen.get_size("rounds", 1, 1'000),
                    .adds = false,
                    .computes = kernels_compute(chosen)},
                sweep_cuts<2>(chosen));
          },
          {splice_mode::off, splice_mode::on, splice_mode::order}};
}

}  // namespace nuthatch::workloads
