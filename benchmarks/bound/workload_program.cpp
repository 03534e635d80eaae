// SPDX-License-Identifier: Apache-2.0

// Programs of the workloads, with the DAGs that follow from their sources.

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "bound/program.hpp"
#include "workloads/kernels/uts_tree.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::benchmarks {

namespace {

// The work that workloads/fib.cpp and uts.cpp charge. measure_bound() compares the sums.
constexpr std::uint64_t fib_ns = 3;
constexpr std::uint64_t uts_ns = 105;

dag fib_dag(int n, std::uint64_t spawn_ns) {
  dag smaller;  // of fib(0), which is a single call
  dag larger;   // of fib(1)
  for (int i = 2; i <= n; ++i) {
    task_dag task(spawn_ns);
    task.work(fib_ns);
    task.spawn(larger);
    task.call(smaller);
    task.sync();
    smaller = std::exchange(larger, task.whole());
  }
  return n < 1 ? smaller : larger;
}

dag uts_dag(const workloads::uts_tree& tree,
            const workloads::uts_node& node,
            std::uint64_t spawn_ns) {
  task_dag task(spawn_ns);
  task.work(uts_ns);
  const std::uint32_t children = tree.count_children(node);
  for (std::uint32_t i = 0; i < children; ++i) {
    task.spawn(uts_dag(tree, workloads::uts_tree::child(node, i), spawn_ns));
  }
  task.sync();
  return task.whole();
}

std::shared_ptr<workloads::instance> prepared(const std::string& workload,
                                              const std::string& key,
                                              const std::string& value) {
  const workloads::workload& found = *workloads::find(workload);
  const std::vector<std::string> chosen{key + "=" + value};
  return found.prepare(
      workloads::parameters(workload, found.list, workloads::problem_size::standard, chosen));
}

program program_of(std::string name, const dag& shape, std::shared_ptr<workloads::instance> made) {
  return {std::move(name), shape, [made = std::move(made)](spawn_policy policy) {
            made->reset();
            made->run_parallel(policy);
            if (const std::string wrong = made->verify(); !wrong.empty()) {
              throw error(wrong);
            }
          }};
}

}  // namespace

program fib_program(int n, std::uint64_t spawn_ns) {
  const std::string number = std::to_string(n);
  return program_of("fib " + number, fib_dag(n, spawn_ns), prepared("fib", "n", number));
}

program uts_program(const std::string& tree, std::uint64_t spawn_ns) {
  std::shared_ptr<workloads::instance> made = prepared("uts", "tree", tree);  // or throws
  const workloads::uts_tree described(
      *std::ranges::find(workloads::uts_trees(), tree, &workloads::uts_description::name));
  return program_of("uts " + tree, uts_dag(described, described.root(), spawn_ns), std::move(made));
}

}  // namespace nuthatch::benchmarks
