// SPDX-License-Identifier: Apache-2.0
#include "explore/group_scenarios.hpp"

#include <array>
#include <cstddef>
#include <memory>

#include <nuthatch/nuthatch.hpp>

#include "base/assert.hpp"
#include "explore/explored_runtime.hpp"

namespace nuthatch::exploring {

namespace {

/// A task adds another task to its group while the group is waited for.
void add_tasks_to(group& all) {
  std::array<int, 3> ran{};
  all.spawn([&] {
    all.spawn([&] { ++ran[1]; });
    poll();
    ++ran[0];
  });
  all.spawn([&] { ++ran[2]; });
  all.wait();
  for (const int times : ran) {
    NUTHATCH_CHECK(times == 1, "a task ran twice or not at all");
  }
}

}  // namespace

void tasks_of_a_group(platform::platform& on, unsigned workers, const char* scheduler) {
  in_runtime(on, workers, scheduler, [] {
    group all;
    add_tasks_to(all);
  });
}

void tasks_of_a_group_elsewhere(platform::platform& on, unsigned workers, const char* scheduler) {
  in_runtime(on, workers, scheduler, [] { add_tasks_to(*std::make_unique<group>()); });
}

void many_tasks_of_a_group(platform::platform& on, unsigned workers, const char* scheduler) {
  in_runtime(on, workers, scheduler, [] {
    std::array<int, 6> ran{};
    group all;
    for (int& one : ran) {
      all.spawn([&one] { ++one; });
    }
    all.wait();
    for (const int times : ran) {
      NUTHATCH_CHECK(times == 1, "a task ran twice or not at all");
    }
  });
}

void continuations_with_groups(platform::platform& on, unsigned workers, const char* scheduler) {
  in_runtime(on, workers, scheduler, [] {
    std::array<int, 6> ran{};
    const auto count = [&ran](std::size_t i) {
      return [&one = ran[i]] {
        ++one;
      };
    };
    group first;
    group second;
    scope children;
    first.spawn(count(0));
    second.spawn(count(1));
    children.spawn(work_first, [&] {
      poll();
      ++ran[2];
    });
    first.spawn(count(3));
    finish([&] {
      second.spawn(count(4));
      async(help_first, count(5));
      poll();
    });
    first.wait();
    NUTHATCH_CHECK(ran[0] == 1 && ran[3] == 1, "a task ran twice or not at all");
    second.wait();
    NUTHATCH_CHECK(ran[1] == 1 && ran[4] == 1, "a task ran twice or not at all");
    children.sync();
    NUTHATCH_CHECK(ran[2] == 1 && ran[5] == 1, "a child ran twice or not at all");
  });
}

}  // namespace nuthatch::exploring
