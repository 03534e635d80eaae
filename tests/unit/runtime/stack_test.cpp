// SPDX-License-Identifier: Apache-2.0

// Programs with small stacks, and with few stacks.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <nuthatch/limit_workers.hpp>
#include <nuthatch/nuthatch.hpp>

#include "effort.hpp"
#include "event.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using testing::counted;
using ::testing::HasSubstr;
using ::testing::Not;

class stack_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(stack_test);

/// A chain of work-first children, each on a separate stack. All of these are in use at its end.
int chain(int depth) {
  if (depth == 0) {
    return 0;
  }
  auto [below, here] =
      fork_join(work_first, [depth, c = counted()] { return chain(depth - 1); }, [] { return 1; });
  return below + here;
}

int scope_chain(int depth) {
  int below = 0;
  if (depth > 0) {
    scope s;
    s.spawn(work_first, [&below, depth, c = counted()] { below = scope_chain(depth - 1) + 1; });
    s.sync();
  }
  return below;
}

int deep_by_scope(int depth) {
  int below = 0;
  if (depth > 0) {
    scope s;
    s.spawn(help_first, [&below, depth, c = counted()] { below = deep_by_scope(depth - 1) + 1; });
    s.sync();
  }
  return below;
}

int deep_by_fork_join(int depth) {
  if (depth == 0) {
    return 0;
  }
  auto [below, here] = fork_join(
      help_first,
      [depth, c = counted()] { return deep_by_fork_join(depth - 1); },
      [] { return 1; });
  return below + here;
}

int deep_by_second(int depth) {
  if (depth == 0) {
    return 0;
  }
  auto [here, below] = fork_join(
      help_first, [] { return 1; }, [depth, c = counted()] { return deep_by_second(depth - 1); });
  return below + here;
}

template <class Deep>
int inside_of_a_handler(Deep deep) {
  try {
    throw 1;
  } catch (int) {
    return deep();
  }
}

template <class Deep>
int during_unwinding(Deep deep) {
  struct at_the_end {
    Deep& deep;
    int& found;

    ~at_the_end() { found = deep(); }
  };

  int found = 0;
  try {
    const at_the_end last{deep, found};
    throw 1;
  } catch (int) {
    return found;
  }
}

// Exceptions belong to the thread, so the continuation of a task that handles one may not be
// stolen. Nevertheless the stack must not overflow.
TEST_P(stack_test, deep_recursion_goes_on_while_exceptions_are_handled_or_in_flight) {
  if (GetParam().scheduler == "shared_queue") {
    GTEST_SKIP() << "what is published is not taken back, so that each level may take a stack";
  }
  on_runtime([](runtime& r) {
    r.run([] {
      static const int depth = static_cast<int>(testing::rounds(50'000));
      const auto fork_joins = [] {
        return deep_by_fork_join(depth);
      };
      const auto scopes = [] {
        return deep_by_scope(depth);
      };
      EXPECT_EQ(inside_of_a_handler(fork_joins), depth);
      EXPECT_EQ(inside_of_a_handler(scopes), depth);
      EXPECT_EQ(during_unwinding(fork_joins), depth);
      EXPECT_EQ(during_unwinding(scopes), depth);
      const auto handled_each_time = [&] {
        return inside_of_a_handler([&] { return inside_of_a_handler(scopes); });
      };
      EXPECT_EQ(inside_of_a_handler(handled_each_time), depth);
    });
  });
}

// Help-first children run on the stack of their parent, but not beyond its end.
TEST_P(stack_test, deep_recursion_goes_on_on_further_stacks) {
  configuration().stack_size = std::size_t{detail::sanitized ? 128U : 64U} << 10;
  expect_depth(128);  // the stacks that one worker uses
  on_runtime([](runtime& r) {
    constexpr int depth = 5'000;  // each takes some hundred bytes
    EXPECT_EQ(r.run([] { return deep_by_scope(depth); }), depth);
    EXPECT_EQ(r.run([] { return deep_by_fork_join(depth); }), depth);
    EXPECT_EQ(r.run([] { return deep_by_second(depth); }), depth);
    EXPECT_GT(r.statistics().stacks_peak, 8U);
  });
}

// The move to another stack does not count as a spawn of the program.
TEST_P(stack_test, further_stacks_are_no_spawns) {
  configuration().stack_size = std::size_t{detail::sanitized ? 128U : 64U} << 10;
  expect_depth(128);  // the stacks that one worker uses
  on_runtime([](runtime& r) {
    constexpr int depth = 5'000;
    r.count_spawns(/*wanted=*/true);
    std::uint64_t before = r.statistics().spawns;
    for (int (*const deep)(int) : {deep_by_scope, deep_by_fork_join, deep_by_second}) {
      EXPECT_EQ(r.run([deep] { return deep(depth); }), depth);
      const std::uint64_t now = r.statistics().spawns;
      EXPECT_EQ(now - before, static_cast<std::uint64_t>(depth));
      before = now;
    }
    EXPECT_GT(r.statistics().stacks_peak, 8U);
  });
}

class full_stack_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(full_stack_test, {1});

constexpr std::size_t small_stack = std::size_t{64} << 10;

/// Fills the stack until it counts as nearly full, and calls `further`.
template <class Further>
int fill_stack(Further further) {
  constexpr std::size_t nearly_full = (std::size_t{15} << 10) + 512;  // includes the guard page
  const auto here = reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
  const std::size_t left = here % small_stack;  // stacks are aligned to their size
  auto* const large = static_cast<volatile char*>(__builtin_alloca(left - nearly_full));
  *large = 1;
  return further() + *large;
}

/// Each level fills its stack; then there is one more level.
int fill_stacks(int levels) {
  return levels == 0 ? 0 : fill_stack([levels] {
    int below = 0;
    scope s;
    s.spawn(help_first, [&below, levels] { below = fill_stacks(levels - 1); });
    s.sync();
    return below;
  });
}

int fill_stacks_by_fork_join(int levels) {
  return levels == 0 ? 0 : fill_stack([levels] {
    const auto [below, other] =
        fork_join([levels] { return fill_stacks_by_fork_join(levels - 1); }, [] { return 0; });
    return below + other;
  });
}

// If there is no further stack, a child runs on the rest of this one.
TEST_P(full_stack_test, children_run_where_they_are) {
  if (detail::sanitized) {
    GTEST_SKIP() << "functions need more stack than that";
  }
  configuration().stack_size = small_stack;
  configuration().max_stacks = 2;
  on_runtime([](runtime& r) { EXPECT_EQ(r.run([] { return fill_stacks(2); }), 2); });
}

// The fork on the rest of the last stack, too, is in place if its finish limits the workers.
TEST_P(full_stack_test, forks_where_they_are_obey_a_limit_of_workers) {
  if (detail::sanitized) {
    GTEST_SKIP() << "functions need more stack than that";
  }
  configuration().stack_size = small_stack;
  configuration().max_stacks = 2;
  on_runtime([](runtime& r) {
    r.count_spawns(/*wanted=*/true);
    EXPECT_EQ(r.run([] { return fill_stacks_by_fork_join(2); }), 2);
    const std::uint64_t spawns = r.statistics().spawns;
    EXPECT_EQ(spawns, 2U);
    EXPECT_EQ(r.run([] { return limit_workers(1, [] { return fill_stacks_by_fork_join(2); }); }),
              2);
    EXPECT_EQ(r.statistics().spawns, spawns);
  });
}

TEST_P(stack_test, limit_is_reported_and_survived) {
  configuration().max_stacks = 64;
  configuration().stack_size = std::size_t{256} << 10;
  on_runtime([](runtime& r) {
    for (int round = 0; round < 3; ++round) {
      try {
        r.run([] { return chain(1'000); });
        FAIL() << "1000 stacks, though 64 are allowed";
      } catch (const stack_limit_error& limit) {
        EXPECT_THAT(limit.what(),
                    AllOf(HasSubstr("64 stacks"),
                          HasSubstr("max_stacks"),
                          HasSubstr("NUTHATCH_MAX_STACKS"),
                          HasSubstr("help-first")));
      }
      EXPECT_THROW(r.run([] { return scope_chain(1'000); }), stack_limit_error);
      EXPECT_LE(r.statistics().stacks_peak, 64U);
      // The recursion is shallow enough for the stacks that the other workers' caches leave.
      EXPECT_EQ(r.run([] { return chain(8); }), 8);
      EXPECT_EQ(r.run([] { return scope_chain(8); }), 8);
    }
  });
}

// The child that gets no stack counts as not spawned. The others are waited for.
TEST_P(stack_test, children_before_the_limit_are_unharmed) {
  configuration().max_stacks = 64;
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> ran = 0;
      bool limited = false;
      scope s;
      for (int i = 0; i < 10; ++i) {
        s.spawn(help_first, [&] { ++ran; });
      }
      try {
        s.spawn(work_first, [] { static_cast<void>(chain(1'000)); });
        s.sync();
      } catch (const stack_limit_error&) {
        limited = true;
      }
      EXPECT_TRUE(limited);
      EXPECT_EQ(ran, 10);
    });
  });
}

// Sizes are rounded up to a power of two. The smallest size suffices for small tasks.
TEST_P(stack_test, small_stacks_serve_small_tasks) {
  if (detail::sanitized) {
    GTEST_SKIP() << "sanitizers' frames need more";
  }
  configuration().stack_size = std::size_t{20} << 10;
  on_each_policy([](runtime& r, auto policy) {
    std::atomic<int> ran = 0;
    r.run([&] { parallel_for(policy, 0, 500, [&](int) { ++ran; }, grain{1}); });
    EXPECT_EQ(ran, 500);
  });
}

/// Uses a kilobyte of stack per level. It does not spawn, so it stays on one stack.
[[gnu::noinline]] int recurse(int depth) {
  volatile char frame[1024];
  frame[0] = static_cast<char>(depth);
  return depth == 0 ? 0 : recurse(depth - 1) + frame[0] - frame[0] + 1;
}

TEST_P(stack_test, stack_size_is_what_was_asked_for) {
  configuration().stack_size = std::size_t{4} << 20;
  on_each_policy([](runtime& r, auto policy) {
    r.run([&] {
      scope s;
      s.spawn(policy, [] { EXPECT_EQ(recurse(1'500), 1'500); });
      s.sync();
    });
  });
}

template <class Policy>
void overflow(Policy policy) {
  options small;
  small.workers = 2;
  small.stack_size = std::size_t{64} << 10;
  runtime r(small);
  r.run([&] {
    scope s;
    s.spawn(policy, [] { static_cast<void>(recurse(1'000'000)); });
    s.sync();
  });
}

constexpr const char* diagnosis =
    "stack overflow.*stack of 65536(.|\n)*running at (.|\n)*in the task(.|\n)*NUTHATCH_STACK_SIZE";

TEST(stack_death_test, overflow_of_a_work_first_child_is_diagnosed) {
  EXPECT_DEATH(overflow(work_first), diagnosis);
}

TEST(stack_death_test, overflow_of_a_help_first_child_is_diagnosed) {
  EXPECT_DEATH(overflow(help_first), diagnosis);
}

TEST(stack_death_test, overflow_of_the_root_is_diagnosed) {
  EXPECT_DEATH(
      {
        options small;
        small.workers = 1;
        small.stack_size = std::size_t{64} << 10;
        runtime(small).run([] { return recurse(1'000'000); });
      },
      diagnosis);
}

/// Local variables that extend over several stacks and are accessed from one end.
template <bool FromBelow>
[[gnu::noinline]] int use_large_frame() {
  constexpr std::size_t size = std::size_t{4} << 20;
  volatile char bytes[size];
  for (std::size_t i = 0; i < size; i += 512) {
    bytes[FromBelow ? i : size - 1 - i] = 1;
  }
  return bytes[size / 2];
}

template <bool FromBelow>
void overflow_by_one_frame() {
  options small;
  small.workers = 1;
  small.stack_size = std::size_t{64} << 10;
  runtime(small).run([] { return use_large_frame<FromBelow>(); });
}

constexpr const char* large_frame_diagnosis =
    "stack overflow.*65536(.|\n)*running at (.|\n)*NUTHATCH_STACK_SIZE";

// The task of the frame is not known then, and the message does not name one.
TEST(stack_death_test, overflow_by_a_large_local_variable_is_diagnosed) {
  EXPECT_DEATH(overflow_by_one_frame<true>(),
               AllOf(ContainsRegex(large_frame_diagnosis), Not(HasSubstr("spawned at 0x0"))));
  EXPECT_DEATH(overflow_by_one_frame<false>(),
               AllOf(ContainsRegex(large_frame_diagnosis), Not(HasSubstr("spawned at 0x0"))));
}

// A fault at another address is not diagnosed as an overflow, and ends the program as without a
// runtime.
TEST(stack_death_test, other_faults_are_left_alone) {
  EXPECT_DEATH(
      {
        runtime r;
        const volatile std::uintptr_t nowhere = 64;
        r.run([&] { *reinterpret_cast<volatile int*>(nowhere) = 1; });
      },
      Not(HasSubstr("stack overflow")));
}

TEST(stack_death_test, signals_from_outside_are_left_alone) {
  EXPECT_DEATH(
      {
        runtime r;
        r.run([] { ::raise(SIGSEGV); });
      },
      Not(HasSubstr("stack overflow")));
}

}  // namespace
}  // namespace nuthatch
