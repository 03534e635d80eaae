// SPDX-License-Identifier: Apache-2.0

// The workloads as OpenMP tasks, for the runtimes of GCC and LLVM.
#include <cstddef>
#include <string>

#include "benchmarks/peers/openmp-gcc/tasks.hpp"
#include "benchmarks/peers/shared/catalogue.hpp"
#include "benchmarks/peers/shared/protocol.hpp"

namespace nuthatch::peers {

namespace {

class openmp {
 public:
  explicit openmp(unsigned workers) : workers_(static_cast<int>(workers)) {
    in_team([] {});
  }

  void solve(fib_problem& problem) const {
    in_team([&] {
      problem.result = problem.has_cutoff() ? fib(problem.n, problem.cutoff) : fib(problem.n);
    });
  }

  void solve(fj_problem& problem) const {
    in_team([&] {
      problem.for_each_round(
          [](const auto& task, std::size_t tasks) { spawn_from_loop(task, tasks); });
    });
  }

  void solve(fj_rec_problem& problem) const {
    in_team([&] {
      problem.for_each_round(
          [](const auto& task, std::size_t tasks) { spawn_by_halves(task, 0, tasks); });
    });
  }

  void solve(nqueens_problem& problem) const {
    in_team([&] { problem.result = nqueens(problem.root()); });
  }

  void solve(integrate_problem& problem) const {
    in_team([&] { problem.result = integrate(problem.whole(), problem.epsilon); });
  }

  void solve(uts_problem& problem) const {
    in_team([&] { problem.result = visit(problem.tree, problem.tree.root()); });
  }

  void solve(quicksort_problem& problem) const {
    in_team([&] { quicksort(problem.range(), problem.cutoff); });
  }

  void solve(matmul_problem& problem) const {
    in_team([&] { multiply(problem.whole(), problem.block); });
  }

  void solve(heat_problem& problem) const {
    const block_size block = problem.block_for(static_cast<unsigned>(workers_));
    in_team([&] { problem.run(omp_tasks(), block); });
  }

  void solve(fdtd_problem& problem) const {
    in_team([&] { problem.run(omp_tasks()); });
  }

  void solve(floyd_warshall_problem& problem) const {
    in_team([&] { problem.run(omp_tasks()); });
  }

  void solve(scan_problem& problem) const {
    in_team([&] { problem.run(omp_tasks()); });
  }

  void solve(sor_problem& problem) const {
    in_team([&] {
      problem.for_each_half_step(
          [](const auto& task, std::size_t blocks) { spawn_from_loop(task, blocks); });
    });
  }

  void solve(gc_problem& problem) const {
    in_team([&] {
      problem.result = count_colourings(problem, 0, problem.network.start(problem.colours));
    });
  }

  void solve(alignment_problem& problem) const {
    if (problem.by_loop) {
#pragma omp parallel num_threads(workers_)
      align_by_loop(problem.pairs);
    } else {
      in_team([&] { align_by_one(problem.pairs); });
    }
  }

  void solve(floorplan_problem& problem) const {
    in_team([&] { place_cells(problem.search, problem.cutoff, floorplan()); });
  }

  void solve(pdfs_problem& problem) const {
    in_team([&] { span(problem.tree); });
  }

  void solve(mergesort_problem& problem) const {
    in_team([&] { problem.run(omp_tasks()); });
  }

  void solve(cilksort_problem& problem) const {
    in_team([&] { problem.run(omp_tasks()); });
  }

  void solve(strassen_problem& problem) const {
    in_team([&] { problem.run(omp_tasks()); });
  }

  void solve(sparse_lu_problem& problem) const {
    if (problem.by_loop()) {
#pragma omp parallel num_threads(workers_)
      problem.run_by(omp_loop_tasks());
    } else {
      in_team([&] { problem.run(omp_tasks()); });
    }
  }

  void solve(health_problem& problem) const {
    in_team([&] { problem.run(omp_tasks()); });
  }

  void solve(fft_problem& problem) const {
    in_team([&] { problem.run(omp_tasks()); });
  }

  void solve(cg_problem& problem) const {
    in_team([&] { problem.run(omp_tasks()); });
  }

  void solve(mg_problem& problem) const {
    in_team([&] { problem.run(omp_tasks()); });
  }

  void solve(lu_problem& problem) const {
    in_team([&] { problem.run(omp_tasks()); });
  }

 private:
  // The runtime keeps a team's threads for the next team of the same size.
  template <class Body>
  void in_team(const Body& body) const {
#pragma omp parallel num_threads(workers_)
#pragma omp single
    body();
  }

  int workers_;
};

}  // namespace

}  // namespace nuthatch::peers

int main(int argc, char** argv) {
  namespace peers = nuthatch::peers;
  // A program cannot query the version of either runtime, which comes with its compiler. _OPENMP is
  // the year and month of the standard that it follows.
  return peers::peer_main(argc,
                          argv,
                          {NUTHATCH_PEER_NAME,
                           peers::compiler_name() + ", OpenMP " + std::to_string(_OPENMP),
                           peers::compiler_name(),
                           peers::kinds_solved_by<peers::openmp>()});
}
