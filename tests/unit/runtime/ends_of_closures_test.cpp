// SPDX-License-Identifier: Apache-2.0

// Closures whose construction or destruction waits or throws.

#include <atomic>
#include <chrono>
#include <concepts>
#include <cstddef>
#include <thread>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "runtime_test.hpp"

namespace nuthatch {
namespace {

class ends_of_closures_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(ends_of_closures_test);

options one_worker() {
  options one;
  one.workers = 1;
  return one;
}

/// Trivially copyable, but the constructor that copies from a non-const object waits.
struct waits_when_copied {
  runtime* other;
  std::atomic<int>* runs;

  waits_when_copied(runtime& r, std::atomic<int>& counted) : other(&r), runs(&counted) {}

  waits_when_copied(const waits_when_copied&) = default;
  waits_when_copied& operator=(const waits_when_copied&) = default;
  ~waits_when_copied() = default;

  template <std::same_as<waits_when_copied&> T>
  waits_when_copied(T&& of)  // NOLINT(google-explicit-constructor): it copies
      : other(of.other),
        runs(of.runs) {
    other->run([] {});
  }

  void operator()() const { runs->fetch_add(1); }
};

static_assert(std::is_trivially_copyable_v<waits_when_copied>);

TEST_P(ends_of_closures_test, copy_that_waits_for_another_runtime_may_move_its_task) {
  runtime other(one_worker());
  on_each_policy([&](runtime& r, auto policy) {
    constexpr int tasks = 40;
    std::atomic<int> runs = 0;
    waits_when_copied copied(other, runs);
    r.run([&] {
      finish([&] {
        scope children;
        for (int i = 0; i < tasks; ++i) {
          children.spawn(policy, copied);
          async(policy, copied);
          fork_join(policy, copied, waits_when_copied(copied));
        }
        children.sync();
      });
    });
    EXPECT_EQ(runs, 4 * tasks);
  });
}

/// The destructor throws, also that of a moved-from object.
struct ends_with_a_throw {
  int* runs;
  bool* armed;

  ends_with_a_throw(int& counted, bool& throws) : runs(&counted), armed(&throws) {}

  ends_with_a_throw(const ends_with_a_throw&) = default;
  ends_with_a_throw& operator=(const ends_with_a_throw&) = delete;

  ends_with_a_throw(ends_with_a_throw&& of) noexcept : runs(of.runs), armed(of.armed) {}

  ~ends_with_a_throw() noexcept(false) {
    if (*armed && std::uncaught_exceptions() == 0) {
      throw 5;
    }
  }

  void operator()() const { ++*runs; }
};

TEST_P(ends_of_closures_test, what_they_throw_is_thrown_by_the_join_alone) {
  on_each_policy([](runtime& r, auto policy) {
    int runs = 0;
    bool armed = false;
    const ends_with_a_throw closure(runs, armed);
    r.run([&] {
      scope s;
      armed = true;
      EXPECT_NO_THROW(s.spawn(policy, closure));
      EXPECT_ANY_THROW(s.sync());
      armed = false;
    });
    r.run([&] {
      const auto spawn = [&] {
        armed = true;
        EXPECT_NO_THROW(async(policy, closure));
      };
      EXPECT_ANY_THROW(finish(spawn));
      armed = false;
    });
    EXPECT_EQ(runs, 2);
  });
}

/// A destructor that, on a foreign thread, runs something in the default runtime.
class waits_at_its_end {
 public:
  waits_at_its_end(bool& ran, int& ended) : ran_(&ran), ended_(&ended) {}

  waits_at_its_end(waits_at_its_end&& of) noexcept
      : ran_(of.ran_),
        ended_(std::exchange(of.ended_, nullptr)) {}

  waits_at_its_end(const waits_at_its_end&) = delete;
  waits_at_its_end& operator=(const waits_at_its_end&) = delete;
  waits_at_its_end& operator=(waits_at_its_end&&) = delete;

  ~waits_at_its_end() {
    if (ended_ != nullptr) {
      ++*ended_;
      fork_join([] { std::this_thread::sleep_for(std::chrono::milliseconds(100)); }, [] {});
    }
  }

  void operator()() const { *ran_ = true; }

 private:
  bool* ran_;
  int* ended_;
};

template <class F>
[[gnu::noinline]] void with_little_stack_left(std::size_t bytes, F&& f) {
  auto* const used = static_cast<volatile char*>(__builtin_alloca(bytes));
  for (std::size_t i = 0; i < bytes; i += 4096) {
    used[i] = 1;
  }
  f();
}

// A child that is joined while the stack is nearly full and an exception is handled waits for
// another stack. Another task takes that stack first, so the child is refused, and its destructor
// waits in turn.
TEST(refused_child_test, end_may_wait_beside_the_task_that_joins_it) {
  if (detail::sanitized) {
    GTEST_SKIP() << "functions need more stack than that";
  }
  options few = one_worker();
  few.max_stacks = 2;
  few.stack_size = std::size_t{256} << 10;
  few.scheduler = "shared_queue";  // its workers begin with the newest task
  runtime other(one_worker());
  runtime r(few);
  const auto wait = [&other] {
    other.run([] { std::this_thread::sleep_for(std::chrono::milliseconds(20)); });
  };
  bool ran = false;
  bool limited = false;
  int ended = 0;
  const int answer = r.run([&] {
    auto takes_the_second_stack = launch(wait);
    try {
      throw 1;
    } catch (int) {
      with_little_stack_left(std::size_t{228} << 10, [&] {
        try {
          scope s;
          s.spawn(help_first, waits_at_its_end(ran, ended));
          s.sync();
        } catch (const stack_limit_error&) {
          limited = true;
        }
      });
    }
    takes_the_second_stack.get();
    wait();  // suspends
    return 42;
  });
  EXPECT_EQ(answer, 42);
  EXPECT_EQ(ended, 1);
  EXPECT_NE(limited, ran);
}

}  // namespace
}  // namespace nuthatch
