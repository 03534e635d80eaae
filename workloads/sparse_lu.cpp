// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/sparse_lu.hpp"

#include <cstddef>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/block_matrix.hpp"
#include "workloads/kernels/lu_instance.hpp"
#include "workloads/spawning/in_order.hpp"
#include "workloads/spawning/scope_of.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

/// Spawns by the iterations of a parallel loop; see spawned_by_one.
template <class Policy>
struct spawned_by_loop {
  using policy_type = Policy;

  Policy policy;

  template <class Call>
  void once(const Call& call) const {
    call();
  }

  template <class Body>
  void each(std::size_t first, std::size_t last, const Body& body) const {
    finish([this, first, last, &body] {
      parallel_for(policy, first, last, [by = policy, &body](std::size_t i) {
        body(i, [by](auto step) { async(by, step); });
      });
    });
  }
};

struct by_rounds {
  bool by_loop;

  void operator()(in_order_tag tag, block_matrix& a) const {
    decompose_sparse(a, spawned_by_one<in_order_tag>{tag});
  }

  template <class Policy>
  void operator()(Policy policy, block_matrix& a) const {
    if (by_loop) {
      decompose_sparse(a, spawned_by_loop<Policy>{policy});
    } else {
      decompose_sparse(a, spawned_by_one<Policy>{policy});
    }
  }
};

}  // namespace

workload sparse_lu_workload() {
  return {"sparse-lu",
          "LU decomposition of a sparse matrix of blocks: rounds of fewer and fewer tasks",
          {{"n", "rows and columns", {"384", "2048", "10000"}, lu_side},
           {"block", "rows and columns of a block, divides n", {"16", "64", "100"}, lu_block},
           {"variant",
            "who spawns a round's tasks: single, one task, or for, the iterations of a loop",
            {"single", "single", "single"},
            names_of_entries(sparse_lu_variants())}},
          [](const parameters& chosen) {
            return lu_instance<by_rounds, block_matrix::pattern::sparse>::prepare(
                chosen, {chosen.get_entry("variant", sparse_lu_variants()).by_loop});
          }};
}

}  // namespace nuthatch::workloads
