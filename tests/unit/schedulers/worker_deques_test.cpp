// SPDX-License-Identifier: Apache-2.0
#include "schedulers/channel/worker_deques.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <memory>

#include <gtest/gtest.h>

#include "platform/platform.hpp"
#include "schedulers/numbered_work.hpp"

namespace nuthatch::scheduling {
namespace {

using core::work_item;
using testing::numbered;

std::unique_ptr<platform::worker_team> team_of(unsigned workers) {
  return platform::native().make_team(
      {.workers = workers, .pin = false, .cpus = {}, .name = "deques"});
}

TEST(worker_deques, gives_stack_chain_work_first) {
  const auto team = team_of(1);
  worker_deques subject(*team, 0);
  EXPECT_FALSE(subject.any_likely_nonempty());
  ASSERT_TRUE(subject.owner_push_off_chain(numbered(0)));
  ASSERT_TRUE(subject.owner_push_stack_chain(numbered(1)));
  ASSERT_TRUE(subject.owner_push_stack_chain(numbered(2)));
  EXPECT_TRUE(subject.any_likely_nonempty());
  EXPECT_EQ(subject.owner_size(), 3U);
  EXPECT_EQ(subject.owner_peek_newest_stack_chain(), numbered(2));
  EXPECT_EQ(subject.owner_peek_newest_off_chain(), numbered(0));
  work_batch batch;
  ASSERT_EQ(subject.owner_take_share(/*half=*/false, batch), 1U);
  EXPECT_EQ(batch[0], numbered(1));
  EXPECT_EQ(subject.owner_take_newest(), numbered(2));
  EXPECT_EQ(subject.owner_take_newest(), numbered(0));
  EXPECT_FALSE(subject.owner_renew_hint());
  EXPECT_FALSE(subject.any_likely_nonempty());
}

TEST(worker_deques, half_is_the_older_half) {
  const auto team = team_of(1);
  worker_deques subject(*team, 0);
  for (std::size_t i = 0; i < 5; ++i) {
    ASSERT_TRUE(subject.owner_push_off_chain(numbered(i)));
  }
  work_batch batch;
  ASSERT_EQ(subject.thief_steal_directly(0, /*half=*/true, batch), 3U);
  EXPECT_EQ(batch[0], numbered(0));
  EXPECT_EQ(batch[2], numbered(2));
  EXPECT_EQ(subject.owner_size(), 2U);
}

TEST(worker_deques, what_came_ahead_of_time_can_be_stolen_directly) {
  const auto team = team_of(1);
  worker_deques subject(*team, 0);
  const std::uint32_t number = subject.request().thief_ask();
  ASSERT_TRUE(subject.request().any_claim(number));
  subject.claimer_send({numbered(0), 1, 0, 1, 0});
  subject.claimer_send({numbered(1), 0, 0, 1, 0});
  EXPECT_TRUE(subject.any_likely_nonempty());
  work_batch batch;
  ASSERT_EQ(subject.thief_steal_directly(0, /*half=*/false, batch), 1U);
  EXPECT_EQ(batch[0], numbered(0));
  EXPECT_EQ(subject.request().thief_phase(), request_state::phase::none) << "all was received";
  EXPECT_TRUE(subject.any_likely_nonempty());
  EXPECT_EQ(subject.owner_take_newest(), numbered(1));
}

// Every work item is taken once, and the lock is released each time.
TEST(worker_deques, owner_and_thieves_at_once) {
  constexpr std::size_t works = 60;
  constexpr unsigned workers = 3;
  const auto team = team_of(workers);
  worker_deques subject(*team, 0);
  auto got = std::make_unique<std::array<std::atomic<unsigned>, works>>();
  std::atomic<bool> ended{false};
  const auto note = [&](work_item one) {
    ++(*got)[testing::number_of(one)];
  };
  team->start([&](unsigned index) {
    if (index > 0) {
      while (!ended) {
        work_batch batch;
        const std::size_t count = subject.thief_steal_directly(index, index == 1, batch);
        for (std::size_t i = 0; i < count; ++i) {
          note(batch[i]);
        }
      }
      return;
    }
    for (std::size_t i = 0; i < works; ++i) {
      ASSERT_TRUE(i % 3 == 0 ? subject.owner_push_stack_chain(numbered(i))
                             : subject.owner_push_off_chain(numbered(i)));
      if (i % 4 == 0) {
        if (const work_item own = subject.owner_take_newest()) {
          note(own);
        }
      }
    }
    while (const work_item own = subject.owner_take_newest()) {
      note(own);
    }
    ended = true;
  });
  team->join_all();
  while (const work_item rest = subject.owner_take_newest()) {
    note(rest);
  }
  for (const auto& times : *got) {
    ASSERT_EQ(times, 1U);
  }
}

}  // namespace
}  // namespace nuthatch::scheduling
