// SPDX-License-Identifier: Apache-2.0

// The workloads on Lace.
#include <cstddef>

#include <lace.h>

#include "benchmarks/peers/lace/tasks.hpp"
#include "benchmarks/peers/shared/catalogue.hpp"
#include "benchmarks/peers/shared/deep_stacks.hpp"
#include "benchmarks/peers/shared/protocol.hpp"

namespace nuthatch::peers {

namespace {

// The number of slots for spawned tasks, of 64 bytes each. Lace touches all of them when it starts.
// The large trees of uts need 90000 slots; the longest flat loop that can run is a little shorter
// than this number.
constexpr std::size_t deque_places = std::size_t{1} << 18U;

class lace {
 public:
  explicit lace(unsigned workers) : workers_(workers) {
    lace_set_stacksize(deep_stack_bytes);
    lace_start(workers, deque_places);
  }

  lace(const lace&) = delete;
  lace& operator=(const lace&) = delete;

  ~lace() { lace_stop(); }

  void solve(fib_problem& problem) const {
    problem.result = problem.has_cutoff() ? RUN(fib_with_cutoff, problem.n, problem.cutoff)
                                          : RUN(fib, problem.n);
  }

  void solve(fj_problem& problem) const { RUN(all_rounds_from_loop, &problem); }

  void solve(fj_rec_problem& problem) const { RUN(all_rounds_by_halves, &problem); }

  void solve(nqueens_problem& problem) const {
    const queens_node root = problem.root();
    problem.result = RUN(nqueens, &root, no_column);
  }

  void solve(integrate_problem& problem) const {
    problem.result = RUN(integrate, problem.whole(), problem.epsilon);
  }

  void solve(uts_problem& problem) const { problem.result = RUN(visit, &problem.tree, nullptr, 0); }

  void solve(quicksort_problem& problem) const { RUN(quicksort, problem.range(), problem.cutoff); }

  void solve(matmul_problem& problem) const {
    const product whole = problem.whole();
    RUN(multiply, &whole, problem.block);
  }

  void solve(heat_problem& problem) const {
    RUN(spread_heat, &problem, problem.block_for(workers_));
  }

 private:
  unsigned workers_;
};

}  // namespace

}  // namespace nuthatch::peers

int main(int argc, char** argv) {
  namespace peers = nuthatch::peers;
  return peers::peer_main(argc,
                          argv,
                          {NUTHATCH_PEER_NAME,
                           NUTHATCH_LACE_VERSION,
                           peers::compiler_name(),
                           peers::kinds_solved_by<peers::lace>()});
}
