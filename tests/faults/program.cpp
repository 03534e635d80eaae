// SPDX-License-Identifier: Apache-2.0
#include "program.hpp"

#include <array>
#include <atomic>
#include <exception>
#include <vector>

#include "small_programs.hpp"

namespace nuthatch::testing {

namespace {

struct planned_failure {};

/// Too large for a task block.
struct large {
  std::array<long, 40> values{};

  explicit large(long value) { values.fill(value); }
};

template <class Policy>
long tree(Policy policy, int depth) {
  if (depth == 0) {
    return 1;
  }
  auto [left, right] = fork_join(
      policy,
      [=] {
        if (depth > 2) {
          linger();
        }
        return tree(policy, depth - 1);
      },
      [=] { return tree(policy, depth - 1); });
  return left + right;
}

template <class Policy>
bool children(Policy policy) {
  std::atomic<long> sum = 0;
  scope all;
  for (long i = 0; i < 40; ++i) {
    all.spawn(policy, [&sum, i] { sum += i; });
    all.spawn(policy, [&sum, more = large(i)] { sum += more.values[7]; });
    if (i % 10 == 0) {
      linger();
    }
  }
  all.sync();
  return sum == 1560;
}

/// More asyncs than the first size of a queue.
template <class Policy>
bool asyncs(Policy policy) {
  std::atomic<int> ran = 0;
  finish([&] {
    for (int i = 0; i < 150; ++i) {
      async(policy, [&] { ++ran; });
    }
    async(policy, [&ran, policy] { async(policy, [&ran] { ++ran; }); });
  });
  return ran == 151;
}

/// Suspends a task below more frames than the first size of a queue, all of which are published.
long deep(int depth, future<long>& awaited) {
  if (depth == 0) {
    return awaited.get();
  }
  auto [below, here] =
      fork_join(help_first, [&] { return deep(depth - 1, awaited); }, [] { return 1L; });
  return below + here;
}

bool futures() {
  std::vector<future<long>> some;
  some.reserve(6);
  for (long i = 0; i < 5; ++i) {
    some.push_back(launch([i] {
      linger();
      return i;
    }));
  }
  const long below = deep(100, some[4]);
  long sum = 0;
  for (int i = 0; i < 4; ++i) {
    sum += some[static_cast<std::size_t>(i)].get();
  }
  return below == 104 && sum == 6;
}

/// A stack for each level.
long stacked(int depth) {
  if (depth == 0) {
    return 0;
  }
  auto [below, here] = fork_join(work_first, [=] { return stacked(depth - 1); }, [] { return 1L; });
  return below + here;
}

/// True when `thrown` is what the program planned, and nothing else.
bool is_planned(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const planned_failure&) {
    return true;
  }
}

/// A planned failure in each of `count` children. Any other exception is passed on.
template <class Policy>
bool failures(Policy policy, std::size_t count) {
  try {
    scope all;
    for (std::size_t i = 0; i < count; ++i) {
      all.spawn(policy, [] { throw planned_failure(); });
    }
    all.sync();
  } catch (const planned_failure&) {
    return true;  // one, or no memory to say more
  } catch (const task_errors& several) {
    std::size_t planned = 0;
    for (const std::exception_ptr& each : several.all()) {
      planned += is_planned(each) ? 1 : 0;
    }
    return planned == count;
  }
  return false;
}

template <class Policy>
bool all_of(Policy policy) {
  const bool trees = tree(policy, 5) == 32;
  const long sum = parallel_reduce(
      policy,
      0L,
      200L,
      0L,
      [](long i) { return i; },
      [](long a, long b) { return a + b; },
      grain{5});
  std::atomic<int> ran = 0;
  parallel_for(policy, 0, 60, [&](int) { ++ran; }, grain{2});
  return trees && sum == 19'900 && ran == 60 && children(policy) && asyncs(policy) &&
         failures(policy, 1) && failures(policy, 3);
}

}  // namespace

bool run_program(const options& wanted) {
  runtime r(wanted);
  return r.run(
      [] { return all_of(help_first) && all_of(work_first) && stacked(70) == 70 && futures(); });
}

bool run_foreign_program() {
  std::atomic<int> ran = 0;
  {
    scope all;
    for (int i = 0; i < 10; ++i) {
      all.spawn([&] { ++ran; });
    }
    all.sync();
  }
  future<int> launched = launch([] { return 5; });
  auto [one, two] = fork_join([] { return 1; }, [] { return 2; });
  return ran == 10 && one + two == 3 && launched.get() == 5 &&
         runtime::default_instance().run([] { return tree(adaptive, 4); }) == 16;
}

}  // namespace nuthatch::testing
