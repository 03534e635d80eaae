// SPDX-License-Identifier: Apache-2.0
#include "twin/virtual_team.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/errors.hpp>

#include "twin/earliest_first.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch::twin {
namespace {

class virtual_team_test : public ::testing::Test {
 protected:
  std::unique_ptr<platform::worker_team> team_of(unsigned workers) {
    return platform_.make_team({.workers = workers, .pin = false, .cpus = {}, .name = "virtual"});
  }

  static constexpr costs none{.spawn_ns = 0,
                              .publish_ns = 0,
                              .probe_ns = 0,
                              .resume_ns = 0,
                              .line_ns = {25, 100, 200},
                              .lines_per_steal = 3,
                              .fence_ns = 2'000,
                              .wake_ns = 1'000,
                              .wake_call_ns = 100,
                              .pause_ns = 20,
                              .search_ns = 2'000,
                              .patience_ns = 500};

  virtual_platform platform_{machine_model::from("2x2"), none, 1};
};

TEST_F(virtual_team_test, whose_clock_is_behind_runs) {
  const auto team = team_of(3);
  std::vector<std::pair<std::uint64_t, unsigned>> seen;
  team->start([&](unsigned index) {
    for (int step = 0; step < 10; ++step) {
      seen.emplace_back(team->now_ns(), index);
      team->spend_ns(index, 10 + 7 * index);
    }
  });
  team->join_all();
  EXPECT_EQ(seen.size(), 30U);
  EXPECT_TRUE(std::is_sorted(seen.begin(), seen.end()));
  EXPECT_EQ(team->now_ns(), 10U * (10 + 7 * 2)) << "the end of the last one";
}

TEST_F(virtual_team_test, waits_until_a_time_or_for_a_token) {
  const auto team = team_of(2);
  std::array<std::uint64_t, 3> woke{};
  std::array<bool, 3> had_token{};
  team->start([&](unsigned index) {
    if (index == 0) {
      had_token[0] = team->park_until(0, 5'000);
      woke[0] = team->now_ns();
      had_token[1] = team->park_until(0, 50'000);
      woke[1] = team->now_ns();
      had_token[2] = team->park_until(0, 1);
      woke[2] = team->now_ns();
    } else {
      team->spend_ns(1, 20'000);  // beyond the first deadline
      team->unpark(0);
      team->spend_ns(1, 100'000);
    }
  });
  team->join_all();
  EXPECT_EQ(had_token, (std::array{false, true, false}));
  EXPECT_EQ(woke[0], 5'000U);
  EXPECT_EQ(woke[1], 20'000U + none.wake_call_ns + none.wake_ns);
  EXPECT_EQ(woke[2], woke[1]) << "that time had passed";
}

TEST_F(virtual_team_test, holds_workers_up) {
  platform_.hold_up([](unsigned worker, std::uint64_t now_ns) {
    return worker == 1 && now_ns >= 1'000 ? std::max<std::uint64_t>(now_ns, 9'000) : now_ns;
  });
  const auto team = team_of(2);
  std::array<std::uint64_t, 2> ended{};
  team->start([&](unsigned index) {
    for (int step = 0; step < 3; ++step) {
      team->spend_ns(index, 500);
    }
    ended.at(index) = team->now_ns();
  });
  team->join_all();
  EXPECT_EQ(ended[0], 1'500U);
  EXPECT_EQ(ended[1], 9'500U);
}

/// Returns how many turns there were while each worker looked at all others.
std::uint64_t turns_of_looks(unsigned workers) {
  class counted_turns final : public turns {
   public:
    explicit counted_turns(std::uint64_t& count) : count_(count) {}

    void add(unsigned actor, std::uint64_t now_ns) override { order_.add(actor, now_ns); }

    [[nodiscard]] bool goes_on(unsigned running, std::uint64_t now_ns) override {
      return order_.goes_on(running, now_ns);
    }

    [[nodiscard]] std::optional<unsigned> take() override {
      ++count_;
      return order_.take();
    }

   private:
    std::uint64_t& count_;
    earliest_first order_;
  };

  std::uint64_t count = 0;
  virtual_platform platform(machine_model::flat(workers), {}, 1, [&count] {
    return std::make_unique<counted_turns>(count);
  });
  const auto team = platform.make_team({.workers = workers, .pin = false, .cpus = {}, .name = "v"});
  team->start([&](unsigned index) {
    for (unsigned other = 0; other < workers; ++other) {
      team->spend(index, platform::activity::probe, other);
    }
    EXPECT_EQ(team->now_ns(), std::uint64_t{workers} * costs().probe_ns);
  });
  team->join_all();
  EXPECT_GE(platform.team().events(), std::uint64_t{workers} * workers) << "every look is one";
  return count;
}

TEST_F(virtual_team_test, looks_of_many_workers_share_turns) {
  EXPECT_GE(turns_of_looks(256), 256U * 256) << "each look has its own";
  EXPECT_LE(turns_of_looks(1024), 1024U * (256 + 4));
}

TEST_F(virtual_team_test, steals_cost_by_distance) {
  const auto team = team_of(4);
  std::array<std::uint64_t, 4> after{};
  team->start([&](unsigned index) {
    if (index < 2) {
      team->spend(index, platform::activity::steal, index == 0 ? 1 : 2);
    }
    after[index] = team->now_ns();
  });
  team->join_all();
  EXPECT_THAT(after, ::testing::ElementsAre(75, 600, 0, 0));
}

TEST_F(virtual_team_test, a_sleeper_runs_when_it_was_woken) {
  const auto team = team_of(2);
  std::uint64_t woken_at = 0;
  team->start([&](unsigned index) {
    if (index == 0) {
      team->park(index);
      woken_at = team->now_ns();
    } else {
      team->spend_ns(index, 5'000);
      team->unpark(0);
    }
  });
  team->join_all();
  EXPECT_EQ(woken_at, 5'000U + 100 + 1'000);
}

TEST_F(virtual_team_test, a_token_that_comes_first_is_kept_once) {
  const auto team = team_of(2);
  std::vector<std::uint64_t> parked_until;
  team->start([&](unsigned index) {
    if (index == 1) {
      team->unpark(0);
      team->unpark(0);
      team->spend_ns(index, 10'000);
      team->unpark(0);
    } else {
      team->spend_ns(index, 500);
      team->park(index);
      parked_until.push_back(team->now_ns());
      team->park(index);
      parked_until.push_back(team->now_ns());
    }
  });
  team->join_all();
  EXPECT_THAT(parked_until, ::testing::ElementsAre(500, 10'000 + 3 * 100 + 1'000));
}

TEST_F(virtual_team_test, its_maker_waits_and_is_woken) {
  const auto team = team_of(2);
  platform::parker done;
  bool worked = false;
  team->start([&](unsigned index) {
    team->spend_ns(index, std::uint64_t{1'000} * (index + 1));
    if (index == 1) {
      worked = true;
      team->foreign_unpark(done);
    }
    team->park(index);
  });
  EXPECT_EQ(team->now_ns(), 0U) << "nobody runs before the maker waits";
  team->foreign_park(done);
  EXPECT_TRUE(worked);
  EXPECT_EQ(team->now_ns(), 2'000U);
  team->unpark(0);
  team->unpark(1);
  team->join_all();
}

TEST_F(virtual_team_test, exceptions_stay_with_their_worker) {
  const auto team = team_of(3);
  std::array<std::string, 3> caught;
  team->start([&](unsigned index) {
    try {
      throw std::runtime_error(std::to_string(index));
    } catch (...) {
      for (int step = 0; step < 5; ++step) {
        team->spend_ns(index, 10);
        EXPECT_EQ(std::uncaught_exceptions(), 0);
        try {
          throw;
        } catch (const std::runtime_error& mine) {
          caught[index] += mine.what();
        }
      }
    }
  });
  team->join_all();
  EXPECT_THAT(caught, ::testing::ElementsAre("00000", "11111", "22222"));
}

TEST_F(virtual_team_test, workers_know_their_stacks) {
  const auto team = team_of(3);
  int inside = 0;
  team->start([&](unsigned index) {
    const platform::stack_bounds own = team->own_stack(index);
    const auto* const here = static_cast<const std::byte*>(__builtin_frame_address(0));
    inside += static_cast<int>(own.lowest < here && here < own.highest);
  });
  team->join_all();
  EXPECT_EQ(inside, 3);
}

TEST_F(virtual_team_test, there_may_be_thousands) {
  constexpr unsigned many = 2'000;
  const auto team = team_of(many);
  unsigned ended = 0;
  team->start([&](unsigned index) {
    team->spend_ns(index, many - index);
    ++ended;
  });
  team->join_all();
  EXPECT_EQ(ended, many);
}

TEST_F(virtual_team_test, of_nobody_is_refused) {
  EXPECT_THROW(static_cast<void>(team_of(0)), option_error);
}

TEST_F(virtual_team_test, unstarted_team_can_be_destroyed) {
  EXPECT_EQ(team_of(2)->size(), 2U);
}

using virtual_team_death_test = virtual_team_test;

TEST_F(virtual_team_death_test, waiting_for_nobody_is_a_deadlock) {
  EXPECT_DEATH(
      {
        const auto team = team_of(2);
        team->start([&](unsigned index) { team->park(index); });
        team->join_all();
      },
      "deadlock");
}

}  // namespace
}  // namespace nuthatch::twin
