// SPDX-License-Identifier: Apache-2.0

// The loops of some workloads with OpenMP's static schedule, for the runtimes of GCC and LLVM: in
// every loop, each thread has an equal part of neighbouring blocks, the same each time.
#include <cstddef>
#include <string>

#include <malloc.h>

#include "benchmarks/peers/shared/catalogue.hpp"
#include "benchmarks/peers/shared/protocol.hpp"

namespace nuthatch::peers {

namespace {

/// The policy for programs that are templates over a policy.
struct static_loops {
  int workers;
};

template <class Body>
void spawn_each(static_loops by, std::size_t count, const Body& body) {
#pragma omp parallel for num_threads(by.workers) schedule(static)
  for (std::size_t i = 0; i < count; ++i) {
    body(i);
  }
}

template <class Body>
void split_blocks(static_loops by, const grid_part& whole, block_size block, const Body& body) {
  const std::size_t blocks_down = whole.blocks_down(block);
  const std::size_t blocks_across = whole.blocks_across(block);
#pragma omp parallel for num_threads(by.workers) schedule(static) collapse(2)
  for (std::size_t down = 0; down < blocks_down; ++down) {
    for (std::size_t across = 0; across < blocks_across; ++across) {
      body(whole.block_at(down, across, block));
    }
  }
}

/// The same loops restore the input, so that each thread is the first to write to the data that it
/// will use.
class openmp_static {
 public:
  explicit openmp_static(unsigned workers) : loops_{static_cast<int>(workers)} {
    spawn_each(loops_, workers, [](std::size_t /*thread*/) {});
  }

  void reset(heat_problem& problem) const { problem.reset(loops_, block_of(problem)); }

  void solve(heat_problem& problem) const { problem.run(loops_, block_of(problem)); }

  void reset(fdtd_problem& problem) const { problem.reset(loops_); }

  void solve(fdtd_problem& problem) const { problem.run(loops_); }

  void reset(floyd_warshall_problem& problem) const { problem.reset(loops_); }

  void solve(floyd_warshall_problem& problem) const { problem.run(loops_); }

  void reset(scan_problem& problem) const { problem.reset(loops_); }

  void solve(scan_problem& problem) const { problem.run(loops_); }

  void reset(cg_problem& problem) const { problem.reset(loops_); }

  void solve(cg_problem& problem) const { problem.run(loops_); }

  void reset(mg_problem& problem) const { problem.reset(loops_); }

  void solve(mg_problem& problem) const { problem.run(loops_); }

 private:
  [[nodiscard]] block_size block_of(const heat_problem& problem) const {
    return problem.block_for(static_cast<unsigned>(loops_.workers));
  }

  static_loops loops_;
};

}  // namespace

}  // namespace nuthatch::peers

int main(int argc, char** argv) {
  namespace peers = nuthatch::peers;
  // The allocator gets larger blocks directly from the system, so their pages are untouched, even
  // if memory was freed before.
  constexpr int reused_bytes = 1 << 16;
  mallopt(M_MMAP_THRESHOLD, reused_bytes);  // NOLINT(concurrency-mt-unsafe): no threads yet
  return peers::peer_main(argc,
                          argv,
                          {NUTHATCH_PEER_NAME,
                           peers::compiler_name() + ", OpenMP " + std::to_string(_OPENMP),
                           peers::compiler_name(),
                           peers::kinds_solved_by<peers::openmp_static>()});
}
