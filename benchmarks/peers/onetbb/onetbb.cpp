// SPDX-License-Identifier: Apache-2.0

// The workloads on oneTBB.
#include <cstddef>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/version.h>

#include "benchmarks/peers/onetbb/algorithms.hpp"
#include "benchmarks/peers/onetbb/tasks.hpp"
#include "benchmarks/peers/shared/catalogue.hpp"
#include "benchmarks/peers/shared/deep_stacks.hpp"
#include "benchmarks/peers/shared/protocol.hpp"

namespace nuthatch::peers {

namespace {

class onetbb {
 public:
  explicit onetbb(unsigned workers)
      : threads_(tbb::global_control::max_allowed_parallelism, workers),
        stacks_(tbb::global_control::thread_stack_size, deep_stack_bytes),
        arena_(static_cast<int>(workers)) {
    arena_.initialize();
  }

  void solve(fib_problem& problem) {
    arena_.execute([&] {
      problem.result = problem.has_cutoff() ? fib(problem.n, problem.cutoff) : fib(problem.n);
    });
  }

  void solve(fj_problem& problem) {
    arena_.execute([&] {
      problem.for_each_round(
          [](const auto& task, std::size_t tasks) { spawn_from_loop(task, tasks); });
    });
  }

  void solve(fj_rec_problem& problem) {
    arena_.execute([&] {
      problem.for_each_round(
          [](const auto& task, std::size_t tasks) { spawn_by_halves(task, 0, tasks); });
    });
  }

  void solve(nqueens_problem& problem) {
    arena_.execute([&] { problem.result = nqueens(problem.root()); });
  }

  void solve(integrate_problem& problem) {
    arena_.execute([&] { problem.result = integrate(problem.whole(), problem.epsilon); });
  }

  void solve(uts_problem& problem) {
    arena_.execute([&] { problem.result = visit(problem.tree, problem.tree.root()); });
  }

  void solve(quicksort_problem& problem) {
    arena_.execute([&] { quicksort(problem.range(), problem.cutoff); });
  }

  void solve(matmul_problem& problem) {
    arena_.execute([&] { multiply(problem.whole(), problem.block); });
  }

  void solve(heat_problem& problem) {
    arena_.execute([&] {
      if (problem.chooses_runtime()) {
        spread_heat(problem);
      } else {
        problem.run(task_groups(), problem.block_for(1));  // the parameters set the block
      }
    });
  }

  void solve(fdtd_problem& problem) {
    arena_.execute([&] { problem.run(task_groups()); });
  }

  void solve(floyd_warshall_problem& problem) {
    arena_.execute([&] { problem.run(task_groups()); });
  }

  void solve(scan_problem& problem) {
    arena_.execute([&] { problem.run(task_groups()); });
  }

  void solve(sor_problem& problem) {
    arena_.execute([&] {
      problem.for_each_half_step(
          [](const auto& task, std::size_t blocks) { spawn_from_loop(task, blocks); });
    });
  }

  void solve(gc_problem& problem) {
    arena_.execute([&] {
      problem.result = count_colourings(problem, 0, problem.network.start(problem.colours));
    });
  }

  void solve(pdfs_problem& problem) {
    arena_.execute([&] { span(problem.tree); });
  }

  void solve(mergesort_problem& problem) {
    arena_.execute([&] { problem.run(task_groups()); });
  }

  void solve(cg_problem& problem) {
    arena_.execute([&] { problem.run(task_groups()); });
  }

  void solve(mg_problem& problem) {
    arena_.execute([&] { problem.run(task_groups()); });
  }

  void solve(lu_problem& problem) {
    arena_.execute([&] { problem.run(task_groups()); });
  }

  void solve(algorithm_problem& problem) {
    arena_.execute([&] { problem.run_by(onetbb_algorithms()); });
  }

 private:
  tbb::global_control threads_;
  tbb::global_control stacks_;
  tbb::task_arena arena_;
};

}  // namespace

}  // namespace nuthatch::peers

int main(int argc, char** argv) {
  namespace peers = nuthatch::peers;
  return peers::peer_main(argc,
                          argv,
                          {NUTHATCH_PEER_NAME,
                           TBB_runtime_version(),
                           peers::compiler_name(),
                           peers::kinds_solved_by<peers::onetbb>()});
}
