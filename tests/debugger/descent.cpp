// SPDX-License-Identifier: Apache-2.0

// A chain of work-first children, which check_backtraces.py looks at through gdb.

#include <cstdio>

#include <nuthatch/nuthatch.hpp>

#include "core/busy_workers.hpp"

namespace {

bool given_away = false;

[[gnu::noinline]] void bottom_is_reached() {
  std::puts(given_away ? "published" : "all here");
}

// What comes after the spawn keeps the compiler from jumping where it should call.
[[gnu::noinline]] int descend(int levels) {  // NOLINT(misc-no-recursion)
  if (levels == 0) {
    if (given_away) {
      nuthatch::testing::be_asked_for_work();
      nuthatch::poll();
    }
    bottom_is_reached();
    return 1;
  }
  const auto [below, here] = nuthatch::fork_join(
      nuthatch::work_first, [=] { return descend(levels - 1); }, [] { return 1; });
  return below + here;
}

}  // namespace

int main() {
  constexpr int levels = 5;
  nuthatch::options wanted;
  wanted.workers = 1;
  nuthatch::runtime one(wanted);
  int sum = 0;
  // Each time that the worker has slept, it gets its stacks in the opposite order.
  for (int order = 0; order < 2; ++order) {
    while (one.statistics().stacks_live != 0) {
    }
    sum += one.run([] { return descend(levels); });
  }
  given_away = true;
  sum += one.run([] { return descend(levels); });
  return sum == 3 * (levels + 1) ? 0 : 1;
}
