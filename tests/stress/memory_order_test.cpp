// SPDX-License-Identifier: Apache-2.0

// The small programs that memory models are told apart by, on this machine: each in the form in
// which the library relies on it, many times side by side, so that two threads meet at some.

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "effort.hpp"

namespace nuthatch {
namespace {

using detail::atomic;
using detail::memory_order_acq_rel;
using detail::memory_order_acquire;
using detail::memory_order_relaxed;
using detail::memory_order_release;
using detail::memory_order_seq_cst;

/// What one small program uses. Each location has a cache line of its own.
struct place {
  alignas(base::interference_size) atomic<int> x{0};
  alignas(base::interference_size) atomic<int> y{0};
  alignas(base::interference_size) int plain = 0;
  alignas(base::interference_size) int other = 0;
  alignas(base::interference_size) std::array<int, 4> r{};
};

using outcome = std::array<int, 4>;
using program = void (*)(place&);

/// How often which outcome was seen. Each thread runs its program at one place after the other.
std::map<outcome, std::size_t> outcomes_of(const std::vector<program>& programs) {
  constexpr std::size_t places = 2'000;
  std::map<outcome, std::size_t> seen;
  for (std::size_t round = 0; round < testing::rounds(200); ++round) {
    const auto all = std::make_unique<std::array<place, places>>();
    atomic<std::size_t> ready{0};
    std::vector<std::thread> threads;
    for (const program run : programs) {
      threads.emplace_back([&, run] {
        ready.fetch_add(1, memory_order_acq_rel);
        while (ready.load(memory_order_acquire) < programs.size()) {
          std::this_thread::yield();
        }
        for (place& each : *all) {
          run(each);
        }
      });
    }
    for (std::thread& each : threads) {
      each.join();
    }
    for (const place& each : *all) {
      ++seen[each.r];
    }
  }
  return seen;
}

void expect_only(const std::function<bool(const outcome&)>& allowed,
                 const std::vector<program>& programs) {
  for (const auto& [which, times] : outcomes_of(programs)) {
    EXPECT_TRUE(allowed(which)) << ::testing::PrintToString(which) << ", " << times << " times";
  }
}

// An owner's and a thief's claim on the last work; a sleeper and who publishes.
TEST(memory_order_test, of_two_claims_one_sees_the_other) {
  expect_only([](const outcome& r) { return r[0] == 1 || r[1] == 1; },
              {[](place& at) {
                 static_cast<void>(at.x.exchange(1, memory_order_seq_cst));
                 at.r[0] = at.y.load(memory_order_seq_cst);
               },
               [](place& at) {
                 at.y.fetch_add(1, memory_order_seq_cst);
                 at.r[1] = at.x.load(memory_order_seq_cst);
               }});
}

// A queue that shows work shows what the work points to.
TEST(memory_order_test, a_message_brings_what_was_written_before) {
  const auto brought = [](const outcome& r) {
    return r[0] == 0 || r[1] == 1;
  };
  expect_only(brought,
              {[](place& at) {
                 at.x.store(1, memory_order_relaxed);
                 at.y.store(1, memory_order_release);
               },
               [](place& at) {
                 at.r[0] = at.y.load(memory_order_acquire);
                 at.r[1] = at.x.load(memory_order_relaxed);
               }});
  expect_only(brought,
              {[](place& at) {
                 at.x.store(1, memory_order_relaxed);
                 static_cast<void>(at.y.exchange(1, memory_order_seq_cst));
               },
               [](place& at) {
                 at.r[0] = at.y.load(memory_order_seq_cst);
                 at.r[1] = at.x.load(memory_order_relaxed);
               }});
}

// Work that comes through two hands.
TEST(memory_order_test, a_message_that_is_passed_on_brings_what_its_first_sender_wrote) {
  expect_only([](const outcome& r) { return r[0] == 0 || r[1] == 1; },
              {[](place& at) {
                 at.plain = 1;
                 at.x.store(1, memory_order_release);
               },
               [](place& at) {
                 const int seen = at.x.load(memory_order_acquire);
                 at.y.store(seen, memory_order_release);
               },
               [](place& at) {
                 at.r[0] = at.y.load(memory_order_acquire);
                 at.r[1] = at.r[0] == 0 ? 0 : at.plain;
               }});
}

// The last child to arrive knows what both have written.
TEST(memory_order_test, the_last_of_several_knows_all) {
  expect_only([](const outcome& r) { return r[0] == 1 && r[1] == 1; },
              {[](place& at) {
                 at.plain = 1;
                 if (at.x.fetch_sub(1, memory_order_acq_rel) == -1) {
                   at.r = {at.plain, at.other, 0, 0};
                 }
               },
               [](place& at) {
                 at.other = 1;
                 if (at.x.fetch_sub(1, memory_order_acq_rel) == -1) {
                   at.r = {at.plain, at.other, 0, 0};
                 }
               }});
}

// One location goes forward for everybody.
TEST(memory_order_test, nobody_reads_backwards) {
  expect_only([](const outcome& r) { return r[0] <= r[1]; },
              {[](place& at) { at.x.store(1, memory_order_relaxed); },
               [](place& at) {
                 at.r[0] = at.x.load(memory_order_relaxed);
                 at.r[1] = at.x.load(memory_order_relaxed);
               }});
}

// Sleepers and publishers, each seen by a third and a fourth.
TEST(memory_order_test, all_agree_on_the_order_of_sequentially_consistent_accesses) {
  expect_only([](const outcome& r) { return r != outcome{1, 0, 1, 0}; },
              {[](place& at) { static_cast<void>(at.x.exchange(1, memory_order_seq_cst)); },
               [](place& at) { at.y.fetch_add(1, memory_order_seq_cst); },
               [](place& at) {
                 at.r[0] = at.x.load(memory_order_seq_cst);
                 at.r[1] = at.y.load(memory_order_seq_cst);
               },
               [](place& at) {
                 at.r[2] = at.y.load(memory_order_seq_cst);
                 at.r[3] = at.x.load(memory_order_seq_cst);
               }});
}

// A token, in which several may have merged: who takes it sees what each of them brought.
TEST(memory_order_test, later_exchanges_pass_on_what_earlier_ones_released) {
  expect_only([](const outcome& r) { return r[0] < 2 || (r[1] == 1 && r[2] == 1); },
              {[](place& at) {
                 at.plain = 1;
                 at.x.fetch_add(1, memory_order_release);
               },
               [](place& at) {
                 at.other = 1;
                 at.x.fetch_add(1, memory_order_release);
               },
               [](place& at) {
                 at.r[0] = at.x.exchange(0, memory_order_acquire);
                 if (at.r[0] == 2) {
                   at.r[1] = at.plain;
                   at.r[2] = at.other;
                 }
               }});
}

}  // namespace
}  // namespace nuthatch
