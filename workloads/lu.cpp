// SPDX-License-Identifier: Apache-2.0
#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/block_matrix.hpp"
#include "workloads/kernels/lu_instance.hpp"
#include "workloads/kernels/quadrant_lu.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

struct by_quadrants {
  template <class Policy>
  void operator()(Policy policy, const block_matrix& a) const {
    decompose(policy, a, {0, a.count()});
  }
};

}  // namespace

workload lu_workload() {
  return {"lu",
          "LU decomposition of a dense matrix by quadrants, as in Cilk and JCilk",
          {{"n", "rows and columns", {"512", "1536", "2048"}, lu_side},
           {"block", "rows and columns of a block, divides n", {"16", "64", "64"}, lu_block}},
          [](const parameters& chosen) {
            return lu_instance<by_quadrants, block_matrix::pattern::dense>::prepare(chosen, {});
          }};
}

}  // namespace nuthatch::workloads
