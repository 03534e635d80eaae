// SPDX-License-Identifier: Apache-2.0

// Compares the memory model of the explorer with what C++ permits in the usual litmus tests.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/detail/atomic.hpp>

#include "atomic/mutex.hpp"
#include "explore/one_run.hpp"

namespace nuthatch::exploring {
namespace {

using detail::memory_order;
using detail::memory_order_acq_rel;
using detail::memory_order_acquire;
using detail::memory_order_relaxed;
using detail::memory_order_release;
using detail::memory_order_seq_cst;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

using outcome = std::vector<int>;

struct state {
  detail::atomic<int> x{0};
  detail::atomic<int> y{0};
  detail::atomic<int> z{0};
  detail::mutex mutex;
  std::array<int, 4> r{};
};

// The bound on preemptions and on loads of older stores. None of these programs needs more for any
// of its outcomes.
constexpr unsigned deviations = 3;

/// Returns the possible final values of the first `registers` elements of r.
std::set<outcome> outcomes_of(const std::vector<std::function<void(state&)>>& threads,
                              std::size_t registers,
                              bool weak_memory = true) {
  std::set<outcome> seen;
  const auto record = std::make_unique<running_record>();
  const std::unique_ptr<strategy> all = bounded(deviations);
  for (std::uint64_t run = 0; all->begin(run); ++run) {
    record->begin(run);
    const auto workers = static_cast<unsigned>(threads.size());
    run_once(*all, weak_memory, workers, *record, [&](platform::platform& on) {
      state s;
      const std::unique_ptr<platform::worker_team> team =
          on.make_team({.workers = workers, .pin = false, .cpus = {}, .name = "litmus"});
      team->start([&](unsigned index) { threads[index](s); });
      team->join_all();
      seen.emplace(s.r.begin(), s.r.begin() + static_cast<std::ptrdiff_t>(registers));
    });
  }
  return seen;
}

std::set<outcome> store_buffering(memory_order store, memory_order load, bool weak_memory = true) {
  return outcomes_of({[=](state& s) {
                        s.x.store(1, store);
                        s.r[0] = s.y.load(load);
                      },
                      [=](state& s) {
                        s.y.store(1, store);
                        s.r[1] = s.x.load(load);
                      }},
                     2,
                     weak_memory);
}

TEST(litmus_test, store_buffering_needs_sequential_consistency) {
  const outcome weak{0, 0};
  EXPECT_THAT(store_buffering(memory_order_relaxed, memory_order_relaxed),
              UnorderedElementsAre(weak, outcome{0, 1}, outcome{1, 0}, outcome{1, 1}));
  EXPECT_THAT(store_buffering(memory_order_release, memory_order_acquire), Contains(weak));
  EXPECT_THAT(store_buffering(memory_order_seq_cst, memory_order_seq_cst),
              UnorderedElementsAre(outcome{0, 1}, outcome{1, 0}, outcome{1, 1}));
}

TEST(litmus_test, a_sequentially_consistent_load_orders_no_earlier_store) {
  EXPECT_THAT(store_buffering(memory_order_release, memory_order_seq_cst), Contains(outcome{0, 0}));
  EXPECT_THAT(store_buffering(memory_order_seq_cst, memory_order_acquire), Contains(outcome{0, 0}));
}

TEST(litmus_test, without_weak_memory_relaxed_accesses_are_sequentially_consistent) {
  EXPECT_THAT(store_buffering(memory_order_relaxed, memory_order_relaxed, false),
              UnorderedElementsAre(outcome{0, 1}, outcome{1, 0}, outcome{1, 1}));
}

std::set<outcome> message_passing(memory_order store, memory_order load) {
  return outcomes_of({[=](state& s) {
                        s.x.store(1, memory_order_relaxed);
                        s.y.store(1, store);
                      },
                      [=](state& s) {
                        s.r[0] = s.y.load(load);
                        s.r[1] = s.x.load(memory_order_relaxed);
                      }},
                     2);
}

TEST(litmus_test, messages_need_release_and_acquire) {
  const outcome weak{1, 0};
  EXPECT_THAT(message_passing(memory_order_relaxed, memory_order_relaxed), Contains(weak));
  EXPECT_THAT(message_passing(memory_order_release, memory_order_relaxed), Contains(weak));
  EXPECT_THAT(message_passing(memory_order_relaxed, memory_order_acquire), Contains(weak));
  EXPECT_THAT(message_passing(memory_order_release, memory_order_acquire),
              UnorderedElementsAre(outcome{0, 0}, outcome{0, 1}, outcome{1, 1}));
}

TEST(litmus_test, a_thread_never_reads_backwards) {
  EXPECT_THAT(outcomes_of({[](state& s) {
                             s.x.store(1, memory_order_relaxed);
                             s.x.store(2, memory_order_relaxed);
                           },
                           [](state& s) {
                             s.r[0] = s.x.load(memory_order_relaxed);
                             s.r[1] = s.x.load(memory_order_relaxed);
                           }},
                          2),
              UnorderedElementsAre(outcome{0, 0},
                                   outcome{0, 1},
                                   outcome{0, 2},
                                   outcome{1, 1},
                                   outcome{1, 2},
                                   outcome{2, 2}));
}

TEST(litmus_test, what_a_message_brings_was_read_too) {
  // Thread 1 has seen x, so a thread that it notifies cannot read an older value.
  EXPECT_THAT(outcomes_of({[](state& s) { s.x.store(1, memory_order_relaxed); },
                           [](state& s) {
                             s.r[0] = s.x.load(memory_order_relaxed);
                             s.y.store(1, memory_order_release);
                           },
                           [](state& s) {
                             s.r[1] = s.y.load(memory_order_acquire);
                             s.r[2] = s.x.load(memory_order_relaxed);
                           }},
                          3),
              Not(Contains(outcome{1, 1, 0})));
}

std::set<outcome> independent_reads(memory_order order) {
  return outcomes_of({[=](state& s) {
                        s.x.store(1, order == memory_order_seq_cst ? order : memory_order_release);
                      },
                      [=](state& s) {
                        s.y.store(1, order == memory_order_seq_cst ? order : memory_order_release);
                      },
                      [=](state& s) {
                        s.r[0] = s.x.load(order);
                        s.r[1] = s.y.load(order);
                      },
                      [=](state& s) {
                        s.r[2] = s.y.load(order);
                        s.r[3] = s.x.load(order);
                      }},
                     4);
}

TEST(litmus_test, two_readers_agree_on_an_order_only_when_it_is_sequentially_consistent) {
  EXPECT_THAT(independent_reads(memory_order_acquire), Contains(outcome{1, 0, 1, 0}));
  const std::set<outcome> in_one_order = independent_reads(memory_order_seq_cst);
  EXPECT_THAT(in_one_order, Not(Contains(outcome{1, 0, 1, 0})));
  EXPECT_EQ(in_one_order.size(), 15U) << "no other outcome is lost";
}

TEST(litmus_test, a_read_modify_write_continues_a_release_sequence_and_a_store_does_not) {
  const auto through = [](void (*between)(state&)) {
    return outcomes_of({[](state& s) {
                          s.x.store(1, memory_order_relaxed);
                          s.y.store(1, memory_order_release);
                        },
                        between,
                        [](state& s) {
                          s.r[0] = s.y.load(memory_order_acquire);
                          s.r[1] = s.x.load(memory_order_relaxed);
                        }},
                       2);
  };
  EXPECT_THAT(through([](state& s) { s.y.fetch_add(1, memory_order_relaxed); }),
              Not(Contains(outcome{2, 0})));
  EXPECT_THAT(through([](state& s) { s.y.store(2, memory_order_relaxed); }),
              Contains(outcome{2, 0}));
}

TEST(litmus_test, read_modify_writes_lose_nothing) {
  const auto add = [](state& s) {
    s.x.fetch_add(1, memory_order_relaxed);
    s.x.fetch_add(1, memory_order_relaxed);
  };
  const auto read = [](state& s) {
    s.r[0] = s.x.fetch_add(0, memory_order_relaxed);
  };
  EXPECT_THAT(outcomes_of({add, add, read}, 1),
              UnorderedElementsAre(outcome{0}, outcome{1}, outcome{2}, outcome{3}, outcome{4}));
}

TEST(litmus_test, a_compare_and_swap_may_fail_by_an_old_value_but_never_wins_by_one) {
  const auto both = outcomes_of({[](state& s) {
                                   int expected = 0;
                                   s.r[0] = s.x.compare_exchange_strong(
                                       expected, 1, memory_order_acq_rel, memory_order_relaxed);
                                 },
                                 [](state& s) {
                                   int expected = 0;
                                   s.r[1] = s.x.compare_exchange_strong(
                                       expected, 2, memory_order_acq_rel, memory_order_relaxed);
                                 }},
                                2);
  EXPECT_THAT(both, UnorderedElementsAre(outcome{0, 1}, outcome{1, 0}));
}

TEST(litmus_test, who_tries_to_lock_a_mutex_sees_what_was_done_there_or_is_locked_out) {
  const auto count = [](state& s, std::size_t into) {
    if (s.mutex.try_lock()) {
      s.r[into] = s.x.load(memory_order_relaxed) + 1;
      s.x.store(s.r[into], memory_order_relaxed);
      s.mutex.unlock();
    }
  };
  EXPECT_THAT(outcomes_of({[=](state& s) { count(s, 0); },
                           [=](state& s) {
                             count(s, 1);
                           }},
                          2),
              UnorderedElementsAre(outcome{1, 2}, outcome{2, 1}, outcome{1, 0}, outcome{0, 1}));
}

TEST(litmus_test, the_end_of_a_thread_is_seen_by_who_joins_it) {
  const auto record = std::make_unique<running_record>();
  const std::unique_ptr<strategy> all = bounded(deviations);
  std::set<int> seen;
  for (std::uint64_t run = 0; all->begin(run); ++run) {
    record->begin(run);
    run_once(*all, /*weak_memory=*/true, 2, *record, [&](platform::platform& on) {
      detail::atomic<int> x{0};
      const std::unique_ptr<platform::worker_team> team =
          on.make_team({.workers = 2, .pin = false, .cpus = {}, .name = "litmus"});
      team->start([&](unsigned index) {
        if (index == 1) {
          x.store(1, memory_order_relaxed);
        }
      });
      team->join_all();
      seen.insert(x.load(memory_order_relaxed));
    });
  }
  EXPECT_THAT(seen, ElementsAre(1));
}

}  // namespace
}  // namespace nuthatch::exploring
