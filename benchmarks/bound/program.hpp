// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::benchmarks {

/// What a program does on virtual workers as far as that is its own: computed by a serial recursion
/// over the work that its tasks state. A spawn takes the spawner what it takes when nobody steals.
struct dag {
  std::uint64_t spawns = 0;
  std::uint64_t work_ns = 0;  ///< of all tasks, without spawns
  std::uint64_t span_ns = 0;  ///< the critical path, with the spawns on it: the T-infinity
};

/// The DAG of one task, in the order in which the task does things.
class task_dag {
 public:
  explicit task_dag(std::uint64_t spawn_ns) : spawn_ns_(spawn_ns) {}

  void work(std::uint64_t ns) {
    so_far_.work_ns += ns;
    so_far_.span_ns += ns;
  }

  /// A child, which can start at once, beside what the task does next.
  void spawn(const dag& child) {
    so_far_.span_ns += spawn_ns_;
    so_far_.spawns += 1 + child.spawns;
    so_far_.work_ns += child.work_ns;
    children_end_ = std::max(children_end_, so_far_.span_ns + child.span_ns);
  }

  /// Something that spawns of its own, and is called.
  void call(const dag& part) {
    so_far_.spawns += part.spawns;
    so_far_.work_ns += part.work_ns;
    so_far_.span_ns += part.span_ns;
  }

  void sync() {
    so_far_.span_ns = std::max(so_far_.span_ns, children_end_);
    children_end_ = 0;
  }

  /// After the last sync.
  [[nodiscard]] const dag& whole() const { return so_far_; }

 private:
  std::uint64_t spawn_ns_;
  std::uint64_t children_end_ = 0;
  dag so_far_;
};

/// Something to run on virtual workers.
struct program {
  std::string name;
  dag shape;
  /// To be called inside runtime::run. Throws error when the answer is wrong.
  std::function<void(spawn_policy)> run;
};

/// The workload fib.
[[nodiscard]] program fib_program(int n, std::uint64_t spawn_ns);

/// The workload uts. Throws option_error when there is no such tree.
[[nodiscard]] program uts_program(const std::string& tree, std::uint64_t spawn_ns);

/// A tree whose fan-out, depth and work per node follow from the seed: each node works up to a
/// microsecond, spawns up to 8 children, and works up to 200 ns when they are done.
/// @param about_nodes  how many nodes to expect; a tree may have a third or three times as many.
[[nodiscard]] program random_program(std::uint64_t seed,
                                     std::uint64_t about_nodes,
                                     std::uint64_t spawn_ns);

}  // namespace nuthatch::benchmarks
