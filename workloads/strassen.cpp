// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/product_instance.hpp"
#include "workloads/kernels/square_matrix.hpp"
#include "workloads/kernels/strassen_product.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

struct by_strassen {
  std::size_t cutoff;

  template <class Policy>
  void operator()(Policy policy,
                  const square_matrix& c,
                  const square_matrix& a,
                  const square_matrix& b) const {
    strassen_product::run(policy, c, a, b, cutoff);
  }
};

}  // namespace

workload strassen_workload() {
  return {"strassen",
          "product of two square matrices by Strassen's seven products, each a spawn",
          {{"n", "rows and columns", {"128", "1024", "8192"}, integer_range{2, 16384}},
           {"cutoff",
            "plain product for matrices up to this size",
            {"32", "64", "128"},
            integer_range{4, 16384}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            const std::size_t n = chosen.get_size("n");
            const std::size_t cutoff = chosen.get_size("cutoff");
            if (!strassen_product::halves_evenly(n, cutoff)) {
              chosen.reject("n", "a number that can be halved until it is at most the cut-off");
            }
            return std::make_unique<product_instance<by_strassen>>(n, by_strassen{cutoff});
          }};
}

}  // namespace nuthatch::workloads
