// SPDX-License-Identifier: Apache-2.0

// Marks what can be reached in a graph. Asyncs may outlive the task that spawns them; the finish
// waits for all of them, however deep they are.
//
//   finish_async [nodes]

#include <atomic>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace {

class graph {
 public:
  explicit graph(std::size_t nodes) : reached_(nodes) {}

  /// Node n has edges to 2n and 3n, modulo the number of nodes.
  void visit(std::size_t node) {
    if (reached_[node].exchange(true, std::memory_order_relaxed)) {
      return;
    }
    for (const std::size_t factor : {2U, 3U}) {
      nuthatch::async([this, next = node * factor % reached_.size()] { visit(next); });
    }
  }

  [[nodiscard]] std::size_t reached() const {
    std::size_t count = 0;
    for (const auto& one : reached_) {
      count += one.load(std::memory_order_relaxed) ? 1 : 0;
    }
    return count;
  }

 private:
  std::vector<std::atomic<bool>> reached_;
};

}  // namespace

int main(int count, char** arguments) {
  const std::size_t nodes = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1'000'003;
  graph all(nodes);
  nuthatch::finish([&] { all.visit(1); });
  std::printf("%zu of %zu nodes can be reached from node 1\n", all.reached(), nodes);
  return all.reached() > 0 && all.reached() <= nodes ? 0 : 1;
}
