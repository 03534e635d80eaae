// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <nuthatch/nuthatch.hpp>

#include "base/assert.hpp"

namespace nuthatch::exploring {

// Small programs that run in a task, under every scheduler.

template <class Policy>
int tree(Policy policy, int depth) {
  if (depth == 0) {
    poll();
    return 1;
  }
  auto [left, right] = fork_join(
      policy, [=] { return tree(policy, depth - 1); }, [=] { return tree(policy, depth - 1); });
  return left + right;
}

template <class Policy>
void fork_and_join_four() {
  NUTHATCH_CHECK(tree(Policy(), 2) == 4, "a wrong sum");
}

template <class Policy>
void spawn_four_children() {
  std::array<int, 4> ran{};
  scope s;
  for (int& one : ran) {
    s.spawn(Policy(), [&one] { ++one; });
  }
  s.sync();
  for (const int times : ran) {
    NUTHATCH_CHECK(times == 1, "a child ran twice or not at all");
  }
}

template <class Policy>
void spawn_three_asyncs() {
  std::array<int, 3> ran{};
  finish([&] {
    for (int& one : ran) {
      async(Policy(), [&one] {
        poll();
        ++one;
      });
    }
  });
  for (const int times : ran) {
    NUTHATCH_CHECK(times == 1, "an async ran twice or not at all");
  }
}

inline void wait_for_futures() {
  const future<int> shared = launch([] {
    poll();
    return 3;
  });
  future<int> other = launch([&shared] {
    shared.wait();
    return 4;
  });
  NUTHATCH_CHECK(other.get() == 4, "a wrong result");
  NUTHATCH_CHECK(shared.ready(), "waited for what is not there");
}

}  // namespace nuthatch::exploring
