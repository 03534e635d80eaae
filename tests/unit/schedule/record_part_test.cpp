// SPDX-License-Identifier: Apache-2.0

// Recordings inside of recordings and replays, which are parts of these.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <tuple>
#include <utility>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/schedule.hpp>

#include "effort.hpp"
#include "runtime_test.hpp"
#include "schedule/steal_tree.hpp"
#include "small_programs.hpp"

namespace nuthatch::schedules {
namespace {

class record_part_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(record_part_test);

using testing::fib;

using name = std::tuple<std::uint64_t, std::uint64_t, detail::step_kind>;

/// Returns the names of all steps except the ends of finishes, whose depth is relative to the
/// recording.
std::multiset<name> names_of(const schedule& of) {
  std::multiset<name> found;
  for (const step& each : of.tree()->steps) {
    if (each.what.kind != detail::step_kind::finish_end &&
        each.what.kind != detail::step_kind::region) {
      found.insert({each.what.at.task_hash, each.what.at.spawn_rank, each.what.kind});
    }
  }
  return found;
}

bool has_all_of(const schedule& whole, const schedule& part) {
  const std::multiset<name> all = names_of(whole);
  return std::ranges::includes(all, names_of(part));
}

TEST_P(record_part_test, gives_the_schedule_of_what_is_inside) {
  on_each_policy([this](runtime& r, auto /*policy*/) {
    for (std::uint64_t round = 0; round < testing::rounds(20); ++round) {
      schedule first;
      schedule second;
      int result = 0;
      const schedule whole = r.run([&] {
        return record([&] {
          result += fib(8);
          first = record([&result] { result += fib(12); });
          result += fib(8);
          second = record([&result] { result += fib(12); });
        });
      });
      EXPECT_EQ(result, 21 + 144 + 21 + 144);
      EXPECT_TRUE(first.complete());
      EXPECT_EQ(first.workers(), workers());
      ASSERT_GE(first.steps(), 1U);
      EXPECT_TRUE(has_all_of(whole, first));
      EXPECT_TRUE(has_all_of(whole, second));
      EXPECT_NE(first.tree()->begin().spawn_rank, second.tree()->begin().spawn_rank);
      for (std::size_t i = 1; i < first.steps(); ++i) {
        const step& each = first.tree()->steps[i];
        ASSERT_LT(each.parent_step, i);
        ASSERT_GT(each.sequence_number, first.tree()->steps[each.parent_step].sequence_number);
      }
    }
  });
}

TEST_P(record_part_test, can_be_inside_of_others_and_beside) {
  on_each_policy([](runtime& r, auto policy) {
    for (std::uint64_t round = 0; round < testing::rounds(20); ++round) {
      schedule outer;
      schedule inner;
      schedule beside;
      const schedule whole = r.run([&] {
        return record([&] {
          fork_join(
              policy,
              [&] {
                outer = record([&] {
                  fork_join(policy, [&] { inner = record([] { fib(10); }); }, [] { fib(10); });
                });
              },
              [&] { beside = record([] { fib(11); }); });
        });
      });
      EXPECT_TRUE(has_all_of(whole, outer));
      EXPECT_TRUE(has_all_of(whole, beside));
      EXPECT_TRUE(has_all_of(outer, inner));
      const std::multiset<name> theirs = names_of(outer);
      for (const name& each : names_of(beside)) {
        ASSERT_EQ(theirs.count(each), 0U);
      }
    }
  });
}

// The schedule of the whole has the same names with parts and without.
TEST_P(record_part_test, does_not_change_names_of_the_whole) {
  on_runtime([](runtime& r) {
    const auto program = [](bool in_parts) {
      fib(9);
      const auto inner = [] {
        fib(11);
      };
      if (in_parts) {
        static_cast<void>(record(inner));
      } else {
        finish(inner);
      }
      fib(9);
    };
    for (const bool first_in_parts : {false, true}) {
      r.run([&] {
        const schedule made = record([&] { program(first_in_parts); });
        const replay_result done =
            replay(made, replay_mode::strict_unordered, [&] { program(!first_in_parts); });
        EXPECT_EQ(done.mismatches, 0U) << done.first_mismatch;
        EXPECT_EQ(done.missing_steps, 0U);
      });
    }
  });
}

TEST_P(record_part_test, can_be_replayed_alone) {
  on_each_policy([](runtime& r, auto /*policy*/) {
    r.run([] {
      schedule made;
      int result = 0;
      static_cast<void>(record([&] {
        fib(7);
        made = record([&result] { result = fib(13); });
      }));
      for (const replay_mode mode :
           {replay_mode::strict_ordered, replay_mode::strict_unordered, replay_mode::relaxed}) {
        int again = 0;
        const replay_result done = replay(made, mode, [&again] { again = fib(13); });
        EXPECT_EQ(again, result);
        EXPECT_EQ(done.mismatches, 0U) << done.first_mismatch;
        EXPECT_EQ(done.ran.tree()->begin().spawn_rank, made.tree()->begin().spawn_rank);
        if (mode != replay_mode::relaxed) {
          EXPECT_EQ(done.missing_steps, 0U);
        }
      }
    });
  });
}

TEST_P(record_part_test, can_be_inside_of_a_replay) {
  on_each_policy([](runtime& r, auto /*policy*/) {
    r.run([] {
      schedule first;
      const schedule whole = record([&first] { first = record([] { fib(12); }); });
      schedule second;
      const replay_result done = replay(whole, replay_mode::strict_ordered, [&second] {
        second = record([] { EXPECT_EQ(fib(12), 144); });
      });
      if (done.mismatches == 0) {  // otherwise adaptive spawns were of another kind
        EXPECT_EQ(names_of(first), names_of(second));
      }
    });
  });
}

// Work that may outlive the part is in the schedule of the whole only.
TEST_P(record_part_test, leaves_out_what_may_outlive_it) {
  on_each_policy([](runtime& r, auto policy) {
    for (std::uint64_t round = 0; round < testing::rounds(20); ++round) {
      schedule part;
      schedule whole;
      int done = 0;
      r.run([&] {
        whole = record([&] {
          scope older;
          group tasks;
          part = record([&] {
            older.spawn(policy, [&done] { done += fib(10); });
            tasks.spawn([] { fib(10); });
            fib(10);
          });
          older.sync();
          tasks.wait();
        });
      });
      EXPECT_EQ(done, 55);
      EXPECT_TRUE(has_all_of(whole, part));
      const std::uint64_t here = part.tree()->root;
      for (const step& each : part.tree()->steps) {
        ASSERT_FALSE(each.what.at.task_hash == here && is_child(each.what.kind))
            << "the child of an older scope, or the task of an older group";
      }
    }
  });
}

TEST_P(record_part_test, passes_on_what_is_thrown) {
  on_runtime([](runtime& r) {
    r.run([] {
      schedule after;
      const schedule whole = record([&after] {
        EXPECT_THROW(static_cast<void>(record([] {
                       fork_join([] { fib(9); }, [] { throw std::runtime_error("inside"); });
                     })),
                     std::runtime_error);
        after = record([] { fib(9); });
      });
      EXPECT_TRUE(has_all_of(whole, after));
    });
  });
}

// The part has all children and tasks of scopes and groups that are created in it, as the whole
// has.
TEST_P(record_part_test, has_children_and_tasks_of_its_own) {
  on_each_policy([](runtime& r, auto policy) {
    for (std::uint64_t round = 0; round < testing::rounds(20); ++round) {
      schedule part;
      const schedule whole = r.run([&] {
        return record([&] {
          part = record([&] {
            group tasks;
            scope children;
            for (int i = 0; i < 4; ++i) {
              children.spawn(policy, [] { fib(6); });
              tasks.spawn([] { fib(6); });
            }
            children.sync();
            tasks.wait();
          });
        });
      });
      EXPECT_EQ(names_of(part), names_of(whole));
    }
  });
}

}  // namespace
}  // namespace nuthatch::schedules
