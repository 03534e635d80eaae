// SPDX-License-Identifier: Apache-2.0

// The agreements between workers of the scheduler `channel`: requests, which worker may answer
// them, and which workers are idle.

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "schedulers/channel/messages.hpp"
#include "schedulers/channel/request_state.hpp"
#include "schedulers/channel/steal_history.hpp"
#include "schedulers/channel/termination_detector.hpp"

namespace nuthatch::scheduling {
namespace {

using phase = request_state::phase;

TEST(steal_request, tries_each_other_worker_once) {
  for (const std::uint32_t workers : {2U, 3U, 7U, 64U, 4'096U}) {
    for (std::uint32_t stride = 1; stride < std::min(workers, 100U); ++stride) {
      if (std::gcd(stride, workers - 1) != 1) {
        continue;
      }
      steal_request request;
      request.thief = workers / 2;
      request.first = workers - 2;
      request.stride = stride;
      std::set<std::uint32_t> tried;
      for (std::uint32_t i = 1; i < workers; ++i) {
        const std::uint32_t victim = request.take_victim(workers);
        ASSERT_LT(victim, workers);
        ASSERT_NE(victim, request.thief);
        tried.insert(victim);
      }
      ASSERT_EQ(tried.size(), workers - 1) << workers << " workers, stride " << stride;
    }
  }
}

TEST(steal_request, begins_with_the_first) {
  steal_request request;
  request.thief = 5;
  request.first = 0;
  EXPECT_EQ(request.take_victim(8), 6U);
  request.first = 6;
  request.tried = 0;
  EXPECT_EQ(request.take_victim(8), 4U);
}

TEST(request_state, only_one_claims_and_only_what_is_pending) {
  request_state state;
  EXPECT_EQ(state.thief_phase(), phase::none);
  EXPECT_FALSE(state.any_claim(0));
  const std::uint32_t number = state.thief_ask();
  EXPECT_TRUE(state.waits(number));
  EXPECT_FALSE(state.any_claim(number + 1));
  EXPECT_TRUE(state.any_claim(number));
  EXPECT_FALSE(state.any_claim(number));
  EXPECT_FALSE(state.waits(number));
  EXPECT_EQ(state.thief_phase(), phase::claimed);
  EXPECT_FALSE(state.thief_withdraw());
  state.receiver_end();
  EXPECT_EQ(state.thief_phase(), phase::none);
}

TEST(request_state, what_was_withdrawn_is_nobodys) {
  request_state state;
  const std::uint32_t first = state.thief_ask();
  EXPECT_TRUE(state.thief_withdraw());
  EXPECT_FALSE(state.thief_withdraw());
  EXPECT_FALSE(state.any_claim(first));
  const std::uint32_t second = state.thief_ask();
  EXPECT_NE(first, second);
  EXPECT_FALSE(state.any_claim(first)) << "an old request answers for the new one";
  EXPECT_TRUE(state.any_claim(second));
}

TEST(request_state, a_claim_without_an_answer_is_left_to_others) {
  request_state state;
  const std::uint32_t number = state.thief_ask();
  ASSERT_TRUE(state.any_claim(number));
  state.any_leave(number);
  EXPECT_TRUE(state.waits(number));
  EXPECT_TRUE(state.any_claim(number));
}

TEST(termination_detector, says_once_that_all_are_idle) {
  termination_detector subject(3);
  subject.manager_note(0, /*idle=*/true);
  for (unsigned worker = 1; worker < 3; ++worker) {
    EXPECT_FALSE(subject.manager_receive());
    ASSERT_TRUE(subject.any_reserve());
    subject.any_report(worker, /*idle=*/true);
  }
  EXPECT_TRUE(subject.manager_receive());
  EXPECT_FALSE(subject.manager_receive());
  subject.any_report(1, /*idle=*/false);
  EXPECT_FALSE(subject.manager_receive());
  ASSERT_TRUE(subject.any_reserve());
  subject.any_report(1, /*idle=*/true);
  EXPECT_TRUE(subject.manager_receive());
  subject.manager_note(0, /*idle=*/false);
  EXPECT_FALSE(subject.manager_receive());
  subject.manager_note(0, /*idle=*/true);
  EXPECT_TRUE(subject.manager_receive());
}

// A manager that has not read its reports for long learns that a worker is not counted.
TEST(termination_detector, whoever_finds_no_room_is_missed) {
  termination_detector subject(2);
  EXPECT_FALSE(subject.manager_missed());
  unsigned changes = 0;
  while (subject.any_reserve()) {
    subject.any_report(1, /*idle=*/true);
    subject.any_report(1, /*idle=*/false);
    ASSERT_LT(++changes, 1'000U);
  }
  EXPECT_GE(changes, 2U);
  EXPECT_TRUE(subject.manager_missed());
  EXPECT_FALSE(subject.manager_missed());
  EXPECT_FALSE(subject.manager_receive());
  EXPECT_FALSE(subject.manager_counts(1));
  ASSERT_TRUE(subject.any_reserve()) << "what was read makes room";
  subject.any_report(1, /*idle=*/true);
  EXPECT_FALSE(subject.manager_receive()) << "the manager is not idle";
  EXPECT_TRUE(subject.manager_counts(1));
}

TEST(steal_history, asks_for_half_when_steals_yield_little) {
  steal_history record;
  std::uint64_t now_ns = 0;
  const auto steal = [&](std::uint64_t latency_ns, std::uint64_t yield_ns) {
    record.note_answer(now_ns, now_ns + latency_ns);
    now_ns += latency_ns;
    record.note_begin(now_ns);
    now_ns += yield_ns;
    record.note_end(now_ns);
  };
  for (int i = 0; i < 50; ++i) {
    steal(1'000, 100'000);
  }
  EXPECT_EQ(record.wanted(), steal_amount::one);
  EXPECT_FALSE(record.worth_asking_early());
  for (int i = 0; i < 50; ++i) {
    steal(1'000, 30'000);
  }
  EXPECT_EQ(record.wanted(), steal_amount::one);
  EXPECT_TRUE(record.worth_asking_early());
  for (int i = 0; i < 50; ++i) {
    steal(1'000, 5'000);
  }
  EXPECT_EQ(record.wanted(), steal_amount::half);
}

}  // namespace
}  // namespace nuthatch::scheduling
