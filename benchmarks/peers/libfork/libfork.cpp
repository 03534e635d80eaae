// SPDX-License-Identifier: Apache-2.0

// The workloads on libfork.
#include <libfork/core.hpp>      // IWYU pragma: keep
#include <libfork/schedule.hpp>  // IWYU pragma: keep
#include <string>

#include "benchmarks/peers/libfork/tasks.hpp"
#include "benchmarks/peers/shared/catalogue.hpp"
#include "benchmarks/peers/shared/protocol.hpp"

namespace nuthatch::peers {

namespace {

class libfork {
 public:
  explicit libfork(unsigned workers) : workers_(workers), pool_(workers) {}

  void solve(fib_problem& problem) {
    problem.result = problem.has_cutoff()
                         ? lf::sync_wait(pool_, fib_with_cutoff, problem.n, problem.cutoff)
                         : lf::sync_wait(pool_, fib, problem.n);
  }

  void solve(fj_problem& problem) {
    problem.with_tasks([&](auto task_of) {
      lf::sync_wait(pool_, spawn_from_loop, task_of, problem.rounds(), problem.tasks());
    });
  }

  void solve(fj_rec_problem& problem) {
    problem.with_tasks([&](auto task_of) {
      lf::sync_wait(pool_, spawn_by_halves, task_of, problem.rounds(), problem.tasks());
    });
  }

  void solve(nqueens_problem& problem) {
    const queens_node root = problem.root();
    problem.result = lf::sync_wait(pool_, nqueens, &root, no_column);
  }

  void solve(integrate_problem& problem) {
    problem.result = lf::sync_wait(pool_, integrate, problem.whole(), problem.epsilon);
  }

  void solve(uts_problem& problem) {
    problem.result = lf::sync_wait(pool_, visit, &problem.tree, nullptr, 0U);
  }

  void solve(quicksort_problem& problem) {
    lf::sync_wait(pool_, quicksort, problem.range(), problem.cutoff);
  }

  void solve(matmul_problem& problem) {
    lf::sync_wait(pool_, multiply, problem.whole(), problem.block);
  }

  void solve(heat_problem& problem) {
    lf::sync_wait(pool_, spread_heat, &problem, problem.block_for(workers_));
  }

 private:
  unsigned workers_;
  lf::lazy_pool pool_;
};

}  // namespace

}  // namespace nuthatch::peers

int main(int argc, char** argv) {
  namespace peers = nuthatch::peers;
  const std::string version = std::to_string(LF_VERSION_MAJOR) + "." +
                              std::to_string(LF_VERSION_MINOR) + "." +
                              std::to_string(LF_VERSION_PATCH);
  return peers::peer_main(argc,
                          argv,
                          {NUTHATCH_PEER_NAME,
                           version,
                           peers::compiler_name(),
                           peers::kinds_solved_by<peers::libfork>()});
}
