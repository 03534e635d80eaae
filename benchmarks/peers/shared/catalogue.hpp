// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "benchmarks/peers/shared/algorithm.hpp"       // IWYU pragma: export
#include "benchmarks/peers/shared/alignment.hpp"       // IWYU pragma: export
#include "benchmarks/peers/shared/cg.hpp"              // IWYU pragma: export
#include "benchmarks/peers/shared/cilksort.hpp"        // IWYU pragma: export
#include "benchmarks/peers/shared/fdtd.hpp"            // IWYU pragma: export
#include "benchmarks/peers/shared/fft.hpp"             // IWYU pragma: export
#include "benchmarks/peers/shared/fib.hpp"             // IWYU pragma: export
#include "benchmarks/peers/shared/fj.hpp"              // IWYU pragma: export
#include "benchmarks/peers/shared/floorplan.hpp"       // IWYU pragma: export
#include "benchmarks/peers/shared/floyd_warshall.hpp"  // IWYU pragma: export
#include "benchmarks/peers/shared/gc.hpp"              // IWYU pragma: export
#include "benchmarks/peers/shared/health.hpp"          // IWYU pragma: export
#include "benchmarks/peers/shared/heat.hpp"            // IWYU pragma: export
#include "benchmarks/peers/shared/integrate.hpp"       // IWYU pragma: export
#include "benchmarks/peers/shared/lu.hpp"              // IWYU pragma: export
#include "benchmarks/peers/shared/matmul.hpp"          // IWYU pragma: export
#include "benchmarks/peers/shared/mergesort.hpp"       // IWYU pragma: export
#include "benchmarks/peers/shared/mg.hpp"              // IWYU pragma: export
#include "benchmarks/peers/shared/nqueens.hpp"         // IWYU pragma: export
#include "benchmarks/peers/shared/pdfs.hpp"            // IWYU pragma: export
#include "benchmarks/peers/shared/problem.hpp"
#include "benchmarks/peers/shared/quicksort.hpp"  // IWYU pragma: export
#include "benchmarks/peers/shared/scan.hpp"       // IWYU pragma: export
#include "benchmarks/peers/shared/settings.hpp"
#include "benchmarks/peers/shared/sor.hpp"        // IWYU pragma: export
#include "benchmarks/peers/shared/sparse_lu.hpp"  // IWYU pragma: export
#include "benchmarks/peers/shared/strassen.hpp"   // IWYU pragma: export
#include "benchmarks/peers/shared/uts.hpp"        // IWYU pragma: export

namespace nuthatch::peers {

/// A runtime as its peer presents it. It is constructed with a number of workers, keeps that many
/// threads until it is destroyed, and has one `solve(Problem&)` for every problem that it can
/// solve.
template <class Runtime, class Problem>
concept solver_of = requires(Runtime& runtime, Problem& input) { runtime.solve(input); };

/// A runtime whose own threads restore the input, so that memory is placed near the threads that
/// use it.
template <class Runtime, class Problem>
concept resetter_of = requires(Runtime& runtime, Problem& input) { runtime.reset(input); };

template <class Runtime, class Problem>
class prepared_problem final : public problem {
 public:
  prepared_problem(const settings& parameters, unsigned workers)
      : input_(parameters),
        runtime_(workers) {}

  void reset() override {
    if constexpr (resetter_of<Runtime, Problem>) {
      runtime_.reset(input_);
    } else {
      input_.reset();
    }
  }

  void run() override { runtime_.solve(input_); }

  [[nodiscard]] std::string answer() const override { return input_.answer(); }

  std::string verify() override { return input_.verify(); }

 private:
  Problem input_;
  Runtime runtime_;
};

template <class Runtime, class Problem>
void add_kind(std::vector<problem_kind>& kinds) {
  if constexpr (solver_of<Runtime, Problem>) {
    kinds.push_back({Problem::name,
                     Problem::defaults(),
                     [](const settings& parameters, unsigned workers) -> std::unique_ptr<problem> {
                       return std::make_unique<prepared_problem<Runtime, Problem>>(parameters,
                                                                                   workers);
                     }});
  }
}

/// Returns the problems that the runtime solves.
template <class Runtime>
std::vector<problem_kind> kinds_solved_by() {
  std::vector<problem_kind> kinds;
  add_kind<Runtime, fib_problem>(kinds);
  add_kind<Runtime, fj_problem>(kinds);
  add_kind<Runtime, fj_rec_problem>(kinds);
  add_kind<Runtime, nqueens_problem>(kinds);
  add_kind<Runtime, integrate_problem>(kinds);
  add_kind<Runtime, uts_problem>(kinds);
  add_kind<Runtime, quicksort_problem>(kinds);
  add_kind<Runtime, mergesort_problem>(kinds);
  add_kind<Runtime, cilksort_problem>(kinds);
  add_kind<Runtime, matmul_problem>(kinds);
  add_kind<Runtime, strassen_problem>(kinds);
  add_kind<Runtime, heat_problem>(kinds);
  add_kind<Runtime, fdtd_problem>(kinds);
  add_kind<Runtime, floyd_warshall_problem>(kinds);
  add_kind<Runtime, scan_problem>(kinds);
  add_kind<Runtime, sparse_lu_problem>(kinds);
  add_kind<Runtime, sor_problem>(kinds);
  add_kind<Runtime, gc_problem>(kinds);
  add_kind<Runtime, health_problem>(kinds);
  add_kind<Runtime, fft_problem>(kinds);
  add_kind<Runtime, alignment_problem>(kinds);
  add_kind<Runtime, floorplan_problem>(kinds);
  add_kind<Runtime, pdfs_problem>(kinds);
  add_kind<Runtime, cg_problem>(kinds);
  add_kind<Runtime, mg_problem>(kinds);
  add_kind<Runtime, lu_problem>(kinds);
  add_kind<Runtime, algorithm_problem>(kinds);
  return kinds;
}

}  // namespace nuthatch::peers
