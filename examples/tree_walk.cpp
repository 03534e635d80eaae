// SPDX-License-Identifier: Apache-2.0

// Adds up an unbalanced tree. A scope takes any number of children; each node waits for its own.
//
//   tree_walk [nodes]

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace {

struct node {
  long value = 0;
  std::vector<std::unique_ptr<node>> children;
};

/// Each new node hangs below a random one, so that some branches become long and others do not.
std::unique_ptr<node> random_tree(std::size_t nodes) {
  std::mt19937 random(7);
  auto root = std::make_unique<node>();
  std::vector<node*> all{root.get()};
  while (all.size() < nodes) {
    node* const parent = all[random() % all.size()];
    parent->children.push_back(std::make_unique<node>());
    all.push_back(parent->children.back().get());
    all.back()->value = static_cast<long>(all.size());
  }
  return root;
}

long sum(const node& at) {
  std::vector<long> below(at.children.size());
  nuthatch::scope children;
  for (std::size_t i = 0; i < below.size(); ++i) {
    children.spawn([&, i] { below[i] = sum(*at.children[i]); });
  }
  children.sync();
  long all = at.value;
  for (const long one : below) {
    all += one;
  }
  return all;
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t nodes = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1'000'000;
  const auto root = random_tree(nodes);
  const long found = nuthatch::finish([&] { return sum(*root); });
  const long expected = static_cast<long>(nodes) * static_cast<long>(nodes + 1) / 2 - 1;
  std::printf("%zu nodes, sum %ld\n", nodes, found);
  return found == expected ? 0 : 1;
}
