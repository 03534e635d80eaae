// SPDX-License-Identifier: Apache-2.0

// Places, with virtual workers.

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "base/random.hpp"
#include "effort.hpp"
#include "message_of.hpp"
#include "runtime/runtime_on.hpp"
#include "seed.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A random nest of asyncs, finishes, scopes and futures in all places. Each task checks repeatedly
/// that it is still in its own place.
class placed_tree {
 public:
  placed_tree(std::uint64_t seed, int deepest) : seed_(seed), deepest_(deepest) {}

  void run() {
    finish([this] { task(here(), seed_, 1); });
  }

  [[nodiscard]] std::uint64_t tasks() const noexcept { return tasks_; }

  [[nodiscard]] std::uint64_t moved() const noexcept { return moved_; }

 private:
  void expect_still_in(place mine) { moved_ += here() == mine ? 0 : 1; }

  void task(place mine, std::uint64_t number, int level) {
    ++tasks_;
    base::random_source random(number, 0);
    for (unsigned step = random.below(4); step > 0; --step) {
      expect_still_in(mine);
      charge_work(random.below(3'000));
      if (level < deepest_) {
        spawn_some(mine, random, level + 1);
      }
    }
    expect_still_in(mine);
  }

  void spawn_some(place mine, base::random_source& random, int level) {
    const std::uint64_t number = random.next();
    switch (random.below(5)) {
      case 0:
        async([=, this] { task(mine, number, level); });
        break;
      case 1:
        finish([&] { spawn_elsewhere(random, level); });
        break;
      case 2: {
        future<void> result = launch([=, this] { task(mine, number, level); });
        spawn_elsewhere(random, level);
        result.get();
        break;
      }
      case 3: {
        scope all;
        all.spawn([=, this] { task(mine, number, level); });
        spawn_elsewhere(random, level);
        all.sync();
        break;
      }
      default:
        spawn_elsewhere(random, level);
    }
  }

  void spawn_elsewhere(base::random_source& random, int level) {
    const place there(random.below(places()));
    async(at(there), [=, this, number = random.next()] { task(there, number, level); });
  }

  std::uint64_t seed_;
  int deepest_;
  std::uint64_t tasks_ = 0;
  std::uint64_t moved_ = 0;
};

class places_test : public ::testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<runtime> start(const std::string& machine, const std::string& places) {
    wanted_.scheduler = GetParam();
    wanted_.places = places;
    wanted_.seed = testing::seed();
    pretended_ = std::make_unique<twin::virtual_platform>(
        twin::machine_model::from(machine), twin::costs(), wanted_.seed);
    return runtime_on(*pretended_, wanted_);
  }

  [[nodiscard]] std::uint64_t now_ns() const { return pretended_->now_ns(); }

  options wanted_;

 private:
  std::unique_ptr<twin::virtual_platform> pretended_;
};

TEST_P(places_test, there_is_one_unless_options_say_otherwise) {
  EXPECT_EQ(places(), 1U);
  EXPECT_EQ(here(), place(0));
  wanted_.workers = 3;
  const auto workers = start("1x3", "");
  workers->run([] {
    EXPECT_EQ(places(), 1U);
    EXPECT_EQ(here(), place(0));
  });
}

TEST_P(places_test, root_tasks_begin_in_the_first) {
  const auto workers = start("4x2", "4:2");
  EXPECT_EQ(workers->workers(), 8U);
  EXPECT_TRUE(workers->configuration().pin);
  for (int i = 0; i < 20; ++i) {
    workers->run([] {
      EXPECT_EQ(places(), 4U);
      EXPECT_EQ(here().index(), 0U);
    });
  }
}

TEST_P(places_test, an_async_runs_where_it_is_sent_and_its_children_stay_there) {
  const auto workers = start("4x2", "4:2");
  std::vector<unsigned> seen(4, 99);
  std::vector<unsigned> children(4, 99);
  workers->run([&] {
    for (unsigned p = 0; p < 4; ++p) {
      async(at(place(p)), [&, p] {
        seen[p] = here().index();
        async([&, p] { children[p] = here().index(); });
      });
    }
  });
  EXPECT_THAT(seen, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(children, ElementsAre(0, 1, 2, 3));
  EXPECT_EQ(workers->statistics().mailed, 3U);
}

TEST_P(places_test, arguments_and_exceptions_go_along) {
  const auto workers = start("2x1", "2:1");
  int got = 0;
  workers->run([&] {
    finish([&] {
      async(
          at(place(1)),
          [&](std::unique_ptr<int> number) { got = *number; },
          std::make_unique<int>(7));
    });
    EXPECT_EQ(got, 7);
    EXPECT_THROW(finish([] { async(at(place(1)), [] { throw std::runtime_error("there"); }); }),
                 std::runtime_error);
    EXPECT_EQ(here().index(), 0U);
  });
}

TEST_P(places_test, tasks_stay_in_their_places) {
  std::uint64_t tasks = 0;
  for (std::uint64_t seed = 1; seed <= testing::rounds(40); ++seed) {
    for (const auto& [machine, places] : {std::pair{"4x2", "4:2"},
                                          std::pair{"2x1", "2:1"},
                                          std::pair{"3x8", "{0-5},{8},{16-20}"}}) {
      const auto workers = start(machine, places);
      placed_tree tree(seed, 7);
      workers->run([&] { tree.run(); });
      EXPECT_EQ(tree.moved(), 0U) << "seed " << seed << ", places " << places;
      tasks += tree.tasks();
      EXPECT_EQ(workers->statistics().cross_place_steals, 0U);
    }
  }
  EXPECT_GT(tasks, 0U);
}

TEST_P(places_test, thieves_cross_places_only_where_options_let_them) {
  const auto long_loop = [&](bool cross) {
    wanted_.cross_place_steals = cross;
    const auto workers = start("2x4", "2:4");
    const std::uint64_t before = now_ns();
    workers->run([] { parallel_for(0, 4'000, [](int) { charge_work(2'000); }); });
    return std::pair(now_ns() - before, workers->statistics());
  };
  const auto [apart_ns, apart] = long_loop(false);
  const auto [together_ns, together] = long_loop(true);
  EXPECT_EQ(apart.cross_place_steals, 0U);
  EXPECT_GT(together.cross_place_steals, 0U);
  EXPECT_GT(apart_ns, 4'000U * 2'000 / 4);
  EXPECT_LT(together_ns, 4'000U * 2'000 / 4);
}

TEST_P(places_test, thieves_that_may_cross_look_into_other_mailboxes) {
  wanted_.cross_place_steals = true;
  const auto workers = start("2x1", "2:1");
  unsigned moved = 0;
  workers->run([&] {
    finish([&] {
      for (int i = 0; i < 50; ++i) {
        async(at(place(1)), [&] {
          moved += here().index() == 0 ? 1 : 0;
          charge_work(10'000);
        });
      }
    });
  });
  EXPECT_GT(moved, 0U);
  EXPECT_LT(moved, 50U);
}

TEST_P(places_test, a_place_without_work_sleeps_while_others_have_more_than_they_can_do) {
  const auto workers = start("2x2", "2:2");
  workers->run([] {
    for (int i = 0; i < 1'000; ++i) {
      async([] { charge_work(20'000); });
    }
  });
  EXPECT_LT(workers->statistics().sleeps, 100U);
}

TEST_P(places_test, a_mailbox_comes_after_what_the_workers_of_its_place_have) {
  const auto workers = start("2x1", "2:1");
  std::vector<int> order;
  workers->run([&] {
    async(at(place(1)), [&] {
      for (int i = 1; i <= 3; ++i) {
        async(help_first, [&, i] {
          order.push_back(i);
          charge_work(1'000);
        });
      }
      charge_work(100'000);
    });
    charge_work(10'000);
    async(at(place(1)), [&] { order.push_back(4); });
  });
  EXPECT_THAT(order, ElementsAre(3, 2, 1, 4));
}

TEST_P(places_test, mail_wakes_a_worker_of_the_place) {
  const auto workers = start("2x4", "2:4");
  for (int i = 0; i < 100; ++i) {
    workers->run([] {
      charge_work(100'000);  // all other workers fall asleep
      finish([] { async(at(place(1)), [] { EXPECT_EQ(here().index(), 1U); }); });
    });
  }
}

TEST_P(places_test, a_place_that_does_not_exist_is_named) {
  const auto workers = start("2x1", "2:1");
  workers->run([] {
    try {
      async(at(place(2)), [] { ADD_FAILURE() << "it ran"; });
      ADD_FAILURE() << "it was taken";
    } catch (const error& wrong) {
      EXPECT_THAT(wrong.what(), HasSubstr("no place 2"));
      EXPECT_THAT(wrong.what(), HasSubstr("has 2"));
    }
  });
}

INSTANTIATE_TEST_SUITE_P(every,
                         places_test,
                         ::testing::Values("slaw", "work_stealing"),
                         [](const auto& one) { return one.param; });

std::string complaint(const options& wanted) {
  twin::virtual_platform pretended(twin::machine_model::from("2x2"), twin::costs(), 1);
  return testing::message_of<option_error>(
      [&] { static_cast<void>(runtime_on(pretended, wanted)); });
}

TEST(places_options, what_does_not_fit_is_named) {
  options wanted;
  wanted.scheduler = "channel";
  wanted.places = "2:2";
  EXPECT_THAT(complaint(wanted), HasSubstr("the scheduler channel has none"));
  wanted.scheduler = "slaw";
  wanted.workers = 3;
  EXPECT_THAT(complaint(wanted), HasSubstr("3 are asked for"));
  wanted.workers = 0;
  wanted.places = "2:3";
  EXPECT_THAT(complaint(wanted), HasSubstr("\"2:3\""));
  wanted.places = "";
  wanted.cross_place_steals = true;
  EXPECT_THAT(complaint(wanted), HasSubstr("cross_place_steals"));
}

}  // namespace
}  // namespace nuthatch
