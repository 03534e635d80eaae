// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::benchmarks {

/// The work of a program apart from scheduling, computed by a serial recursion over the work that
/// its tasks charge. A spawn takes its spawner as long as a spawn that is not stolen.
struct dag {
  std::uint64_t spawns = 0;
  std::uint64_t work_ns = 0;  ///< of all tasks, without spawns
  std::uint64_t span_ns = 0;  ///< the critical path, including the spawns on it: Tinf
};

/// Adds up the DAG of one task, in program order.
class task_dag {
 public:
  explicit task_dag(std::uint64_t spawn_ns) : spawn_ns_(spawn_ns) {}

  void work(std::uint64_t ns) {
    so_far_.work_ns += ns;
    so_far_.span_ns += ns;
  }

  /// Adds a child, which can run in parallel to what follows.
  void spawn(const dag& child) {
    so_far_.span_ns += spawn_ns_;
    so_far_.spawns += 1 + child.spawns;
    so_far_.work_ns += child.work_ns;
    children_end_ = std::max(children_end_, so_far_.span_ns + child.span_ns);
  }

  /// Adds a call of something that spawns.
  void call(const dag& part) {
    so_far_.spawns += part.spawns;
    so_far_.work_ns += part.work_ns;
    so_far_.span_ns += part.span_ns;
  }

  void sync() {
    so_far_.span_ns = std::max(so_far_.span_ns, children_end_);
    children_end_ = 0;
  }

  /// Returns the DAG of the task; call it after the last sync.
  [[nodiscard]] const dag& whole() const { return so_far_; }

 private:
  std::uint64_t spawn_ns_;
  std::uint64_t children_end_ = 0;
  dag so_far_;
};

/// A program to run on virtual workers.
struct program {
  std::string name;
  dag shape;
  /// Has to be called inside runtime::run. Throws error if the answer is wrong.
  std::function<void(spawn_policy)> run;
};

/// The workload fib.
[[nodiscard]] program fib_program(int n, std::uint64_t spawn_ns);

/// The workload uts. Throws option_error if there is no such tree.
[[nodiscard]] program uts_program(const std::string& tree, std::uint64_t spawn_ns);

/// A tree whose fan-out, depth and work per node follow from the seed: each node works for up to a
/// microsecond, spawns up to 8 children, and works for up to 200 ns after they have ended.
/// @param about_nodes  the expected number of nodes; a tree may have a third or three times as
/// many.
[[nodiscard]] program random_program(std::uint64_t seed,
                                     std::uint64_t about_nodes,
                                     std::uint64_t spawn_ns);

}  // namespace nuthatch::benchmarks
