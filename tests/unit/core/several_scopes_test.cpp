// SPDX-License-Identifier: Apache-2.0

// Scopes of one task that are filled, synced and ended in no particular order, while some of them
// are published. No frame may remain in the worker's list, or be lost from it.

#include <atomic>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "core/busy_workers.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::be_asked_for_work;
using testing::counted;

class several_scopes_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(several_scopes_test);

/// An error in a list of frames shows when the list is walked: at a request, and at a suspension.
void walk_the_list() {
  fork_join(help_first, [] { EXPECT_EQ(launch([] { return 5; }).get(), 5); }, [] {});
  be_asked_for_work();
  poll();
}

TEST_P(several_scopes_test, the_older_one_is_given_away_and_filled_again) {
  on_runtime([](runtime& r) {
    testing::while_others_are_busy(r, [](auto) {
      std::vector<int> runs(3);
      scope older;
      scope newer;
      older.spawn(help_first, [&runs, c = counted()] { ++runs[0]; });
      newer.spawn(help_first, [&runs, c = counted()] { ++runs[1]; });
      be_asked_for_work();
      poll();
      older.spawn(help_first, [&runs, c = counted()] { ++runs[2]; });
      newer.sync();
      walk_the_list();
      older.sync();
      walk_the_list();
      EXPECT_EQ(runs, std::vector<int>(3, 1));
    });
  });
}

TEST_P(several_scopes_test, filled_again_inside_of_a_finish) {
  on_runtime([](runtime& r) {
    testing::while_others_are_busy(r, [](auto) {
      int runs = 0;
      scope outer;
      outer.spawn(help_first, [&runs] { ++runs; });
      finish([&] {
        be_asked_for_work();
        poll();
        outer.spawn(help_first, [&runs] { ++runs; });
        walk_the_list();
      });
      walk_the_list();
      outer.sync();
      walk_the_list();
      EXPECT_EQ(runs, 2);
    });
  });
}

// A scope finds the finish around it at the first spawn, which may be inside of a newer finish.
TEST_P(several_scopes_test, first_filled_inside_of_a_finish) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([policy] {
      for (const bool on_heap : {false, true}) {
        std::atomic<int> runs = 0;
        scope local;
        const auto elsewhere = std::make_unique<scope>();
        scope& outer = on_heap ? *elsewhere : local;
        finish([&] {
          for (int i = 0; i < 3; ++i) {
            outer.spawn(policy, [&runs] { async([&runs] { ++runs; }); });
            walk_the_list();
          }
        });
        walk_the_list();
        outer.sync();
        EXPECT_EQ(runs, 3);
        if (on_heap) {
          // The children have finishes that the sync waits for.
          outer.spawn(policy, [&runs] { async([&runs] { ++runs; }); });
          outer.sync();
          EXPECT_EQ(runs, 4);
        }
        finish([&] { outer.spawn(policy, [&runs] { ++runs; }); });
        outer.sync();
      }
    });
  });
}

/// Syncs a scope when it is copied.
struct syncs_when_copied {
  scope* of;

  explicit syncs_when_copied(scope& synced) : of(&synced) {}

  syncs_when_copied(const syncs_when_copied& other) : of(other.of) { of->sync(); }

  syncs_when_copied(syncs_when_copied&&) noexcept = default;
  syncs_when_copied& operator=(const syncs_when_copied&) = delete;
  ~syncs_when_copied() = default;

  void operator()() const { throw std::runtime_error("of the child"); }
};

TEST_P(several_scopes_test, synced_while_its_next_child_is_created) {
  on_each_policy([](runtime& r, auto policy) {
    r.run([policy] {
      int runs = 0;
      scope filled;
      const syncs_when_copied failing(filled);
      filled.spawn(policy, failing);
      EXPECT_THROW(filled.sync(), std::runtime_error);
      filled.spawn(policy, [&runs] { ++runs; });
      filled.spawn(policy, failing);
      EXPECT_EQ(runs, 1);
      EXPECT_THROW(filled.sync(), std::runtime_error);
    });
  });
}

TEST_P(several_scopes_test, the_older_one_ends_first) {
  on_runtime([](runtime& r) {
    testing::while_others_are_busy(r, [](auto) {
      for (const bool filled_first : {true, false}) {
        std::vector<int> runs(2);
        std::optional<scope> older;
        scope newer;
        older.emplace();
        const auto fill_older = [&] {
          older->spawn(help_first, [&runs] { ++runs[0]; });
        };
        const auto fill_newer = [&] {
          newer.spawn(help_first, [&runs] { ++runs[1]; });
        };
        if (filled_first) {
          fill_older();
        }
        fill_newer();
        if (!filled_first) {
          fill_older();
        }
        be_asked_for_work();
        poll();
        older.reset();
        walk_the_list();
        newer.sync();
        walk_the_list();
        EXPECT_EQ(runs, std::vector<int>(2, 1));
      }
    });
  });
}

// The same in all orders, with thieves.
TEST_P(several_scopes_test, orders_mix) {
  on_runtime([](runtime& r) {
    r.run([] {
      for (unsigned order = 0; order < 64; ++order) {
        std::atomic<int> runs = 0;
        scope a;
        scope b;
        for (unsigned step = 0; step < 6; ++step) {
          scope& one = ((order >> step) & 1U) != 0 ? a : b;
          one.spawn(help_first, [&runs] { ++runs; });
          if (step == 2) {
            walk_the_list();
          }
        }
        ((order & 1U) != 0 ? a : b).sync();
        walk_the_list();
        ((order & 1U) != 0 ? b : a).sync();
        EXPECT_EQ(runs, 6);
      }
    });
  });
}

}  // namespace
}  // namespace nuthatch
