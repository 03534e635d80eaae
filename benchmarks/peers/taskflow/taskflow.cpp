// SPDX-License-Identifier: Apache-2.0

// The workloads on Taskflow.
#include <cstddef>
#include <taskflow/taskflow.hpp>

#include "benchmarks/peers/shared/catalogue.hpp"
#include "benchmarks/peers/shared/protocol.hpp"
#include "benchmarks/peers/taskflow/tasks.hpp"

namespace nuthatch::peers {

namespace {

class taskflow {
 public:
  explicit taskflow(unsigned workers) : executor_(workers) {}

  void solve(fib_problem& problem) {
    on_a_worker([&] {
      problem.result = problem.has_cutoff() ? fib(executor_, problem.n, problem.cutoff)
                                            : fib(executor_, problem.n);
    });
  }

  void solve(fj_problem& problem) {
    on_a_worker([&] {
      problem.for_each_round(
          [&](const auto& task, std::size_t tasks) { spawn_from_loop(executor_, task, tasks); });
    });
  }

  void solve(fj_rec_problem& problem) {
    on_a_worker([&] {
      problem.for_each_round(
          [&](const auto& task, std::size_t tasks) { spawn_by_halves(executor_, task, 0, tasks); });
    });
  }

  void solve(nqueens_problem& problem) {
    on_a_worker([&] { problem.result = nqueens(executor_, problem.root()); });
  }

  void solve(integrate_problem& problem) {
    on_a_worker([&] { problem.result = integrate(executor_, problem.whole(), problem.epsilon); });
  }

  void solve(uts_problem& problem) {
    on_a_worker([&] { problem.result = visit(executor_, problem.tree, problem.tree.root()); });
  }

  void solve(quicksort_problem& problem) {
    on_a_worker([&] { quicksort(executor_, problem.range(), problem.cutoff); });
  }

  void solve(matmul_problem& problem) {
    on_a_worker([&] { multiply(executor_, problem.whole(), problem.block); });
  }

  void solve(heat_problem& problem) {
    on_a_worker([&] { spread_heat(executor_, problem); });
  }

 private:
  // Taskflow permits task groups only inside of a task.
  template <class Body>
  void on_a_worker(const Body& body) {
    executor_.async(body).get();
  }

  tf::Executor executor_;
};

}  // namespace

}  // namespace nuthatch::peers

int main(int argc, char** argv) {
  namespace peers = nuthatch::peers;
  return peers::peer_main(argc,
                          argv,
                          {NUTHATCH_PEER_NAME,
                           tf::version(),
                           peers::compiler_name(),
                           peers::kinds_solved_by<peers::taskflow>()});
}
