// SPDX-License-Identifier: Apache-2.0
#include "fiber/switch.hpp"

#include <array>
#include <cfenv>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <execinfo.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "fiber/fake_core.hpp"
#include "fiber/sanitizer.hpp"
#include "fiber/stack_pool.hpp"

namespace nuthatch::fiber {
namespace {

using testing::ending;
using testing::filled;
using testing::hop;
using testing::hop_holding;
using testing::registers;
using testing::start;

/// The calling thread's stack, a few other stacks, and two distinguishable workers, which are never
/// dereferenced.
class switch_test : public ::testing::Test {
 public:
  ~switch_test() override {
    for (detail::fiber* each : fibers_) {
      each->next_free = nullptr;
      pool_.any_release(each);
    }
  }

 protected:
  switch_test() : pool_(testing::fiber_stack_size, most, 0) {
    for (std::size_t i = 0; i < most; ++i) {
      fibers_.push_back(pool_.any_acquire(1));
    }
  }

  [[nodiscard]] detail::fiber& at(std::size_t i) { return *fibers_[i]; }

  static constexpr std::size_t most = 64;

  testing::host_fiber host_;
  detail::worker one_;
  detail::worker other_;

 private:
  stack_pool pool_;
  std::vector<detail::fiber*> fibers_;
};

TEST_F(switch_test, goes_forth_and_back_on_a_stack_of_its_own) {
  bool ran = false;
  detail::worker* const back = start(host_, at(0), &one_, [&](detail::worker* by) {
    ran = true;
    EXPECT_EQ(by, &one_);
    const int local = 0;
    if constexpr (!detail::address_sanitized) {  // whose locals may be on a fake stack
      EXPECT_EQ(fiber_at(&local, testing::fiber_stack_size), &at(0));
    }
    EXPECT_EQ(fiber_at(__builtin_frame_address(0), testing::fiber_stack_size), &at(0));
    return ending{&host_, &other_};
  });
  EXPECT_TRUE(ran);
  EXPECT_EQ(back, &other_);
}

TEST_F(switch_test, starts_with_an_aligned_stack) {
  start(host_, at(0), &one_, [&](detail::worker*) {
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) % 16, 0U);
    return ending{&host_, &one_};
  });
}

// A fiber that has ended can be started again, like those in a worker's cache.
TEST_F(switch_test, alternates_as_often_as_one_likes) {
  for (int life = 0; life < 3; ++life) {
    std::vector<int> steps;
    start(host_, at(0), &one_, [&](detail::worker*) {
      for (int i = 0; i < 1'000; ++i) {
        steps.push_back(2 * i);
        EXPECT_EQ(hop(at(0), host_, &other_), &one_);
      }
      return ending{&host_, nullptr};
    });
    for (int i = 0; i < 1'000; ++i) {
      steps.push_back(2 * i + 1);
      EXPECT_EQ(hop(host_, at(0), &one_), i == 999 ? nullptr : &other_);
    }
    std::vector<int> expected(2'000);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(steps, expected);
  }
}

// Each stack waits for the next one, and finds its own variables unchanged.
TEST_F(switch_test, nests) {
  std::vector<std::size_t> ended;
  const auto descend = [&](auto& self, detail::fiber& here, std::size_t depth) -> void {
    if (depth == most) {
      return;
    }
    const std::string mine = "the variable of depth " + std::to_string(depth);
    start(here, at(depth), &one_, [&](detail::worker*) {
      self(self, at(depth), depth + 1);
      EXPECT_EQ(mine, "the variable of depth " + std::to_string(depth));
      ended.push_back(depth);
      return ending{&here, &one_};
    });
  };
  descend(descend, host_, 0);
  ASSERT_EQ(ended.size(), most);
  for (std::size_t i = 0; i < most; ++i) {
    EXPECT_EQ(ended[i], most - 1 - i);
  }
}

// Fibers switch to any other fiber, not only back to the one that resumed them.
TEST_F(switch_test, goes_round_in_a_ring) {
  constexpr std::size_t members = 5;
  constexpr std::size_t rounds = 100;
  std::vector<std::size_t> visits;
  for (std::size_t i = 0; i < members; ++i) {
    start(host_, at(i), &one_, [&, i](detail::worker*) {
      hop(at(i), host_, &one_);
      for (std::size_t round = 0; round < rounds; ++round) {
        visits.push_back(i);
        hop(at(i), at((i + 1) % members), &one_);
      }
      return ending{i + 1 == members ? &host_ : &at(i + 1), &one_};
    });
  }
  hop(host_, at(0), &one_);
  ASSERT_EQ(visits.size(), members * rounds);
  for (std::size_t i = 0; i < visits.size(); ++i) {
    EXPECT_EQ(visits[i], i % members);
  }
}

TEST_F(switch_test, keeps_the_registers_that_a_call_keeps) {
  registers mine = filled(100);
  testing::prepare(at(0), [&](detail::worker*) {
    for (std::uint64_t round = 0; round < 3; ++round) {
      registers theirs = filled(1'000 * (round + 1));
      hop_holding(at(0), host_, theirs);
      EXPECT_EQ(theirs, filled(1'000 * (round + 1)));
    }
    return ending{&host_, &one_};
  });
  for (std::uint64_t round = 0; round < 4; ++round) {
    hop_holding(host_, at(0), mine);
    EXPECT_EQ(mine, filled(100 + round));
    mine = filled(101 + round);
  }
}

// Exceptions belong to the thread; see docs/traps.md.
TEST_F(switch_test, leaves_floating_point_control_alone) {
  const int before = std::fegetround();
  start(host_, at(0), &one_, [&](detail::worker*) {
    EXPECT_EQ(std::fegetround(), before);
    std::fesetround(FE_UPWARD);
    hop(at(0), host_, &one_);
    EXPECT_EQ(std::fegetround(), FE_DOWNWARD);
    return ending{&host_, &one_};
  });
  EXPECT_EQ(std::fegetround(), FE_UPWARD);
  std::fesetround(FE_DOWNWARD);
  hop(host_, at(0), &one_);
  std::fesetround(before);
}

long thread_id() {
  return syscall(SYS_gettid);
}

TEST_F(switch_test, goes_on_on_another_thread) {
  std::vector<long> threads;
  start(host_, at(0), &one_, [&](detail::worker*) {
    threads.push_back(thread_id());
    EXPECT_EQ(hop(at(0), host_, &one_), &other_);
    threads.push_back(thread_id());
    return ending{at(0).parent, &other_};
  });
  std::thread([&] {
    testing::host_fiber elsewhere;
    at(0).parent = &elsewhere;
    EXPECT_EQ(hop(elsewhere, at(0), &other_), &other_);
  }).join();
  ASSERT_EQ(threads.size(), 2U);
  EXPECT_EQ(threads[0], thread_id());
  EXPECT_NE(threads[1], threads[0]);
}

TEST_F(switch_test, exceptions_are_caught_on_their_own_stack) {
  std::string caught;
  start(host_, at(0), &one_, [&](detail::worker*) {
    try {
      hop(at(0), host_, &one_);
      throw std::runtime_error("thrown on a fiber");
    } catch (const std::exception& e) {
      EXPECT_NE(std::current_exception(), nullptr);
      caught = e.what();
    }
    EXPECT_EQ(std::current_exception(), nullptr);
    return ending{&host_, &one_};
  });
  EXPECT_EQ(caught, "");
  try {
    hop(host_, at(0), &one_);
    throw std::runtime_error("thrown on the host");
  } catch (const std::exception& e) {
    EXPECT_STREQ(e.what(), "thrown on the host");
  }
  EXPECT_EQ(caught, "thrown on a fiber");
}

// The last frame of a stack marks the end for unwinders. Otherwise these would take the first word
// of the header for a return address.
TEST_F(switch_test, backtraces_end_at_the_entry) {
  at(0).continuation.older = reinterpret_cast<detail::frame*>(&thread_id);
  std::array<void*, 100> frames{};
  int count = 0;
  start(host_, at(0), &one_, [&](detail::worker*) {
    count = ::backtrace(frames.data(), static_cast<int>(frames.size()));
    return ending{&host_, &one_};
  });
  ASSERT_GT(count, 1);
  ASSERT_LT(count, static_cast<int>(frames.size()));
  const auto entry = reinterpret_cast<std::uintptr_t>(&nuthatch_stack_entry);
  const auto last = reinterpret_cast<std::uintptr_t>(frames[static_cast<std::size_t>(count) - 1]);
  EXPECT_GT(last, entry);
  EXPECT_LT(last, entry + 64) << "the entry consists of a few instructions";
}

using switch_death_test = switch_test;

TEST_F(switch_death_test, uncaught_exceptions_end_the_program_with_their_text) {
  EXPECT_DEATH(start(host_,
                     at(0),
                     &one_,
                     [&](detail::worker*) -> ending { throw std::runtime_error("nobody's"); }),
               "nobody's");
}

}  // namespace
}  // namespace nuthatch::fiber
