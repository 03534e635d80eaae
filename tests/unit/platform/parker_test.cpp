// SPDX-License-Identifier: Apache-2.0
#include "platform/parker.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>

#include <nuthatch/detail/atomic.hpp>

#include "effort.hpp"
#include "platform/clock.hpp"

namespace nuthatch::platform {
namespace {

TEST(parker, keeps_a_token_that_comes_first) {
  parker own;
  own.any_unpark();
  own.owner_park();
}

TEST(parker, merges_tokens) {
  parker own;
  own.any_unpark();
  own.any_unpark();
  own.owner_park();
  EXPECT_FALSE(own.owner_park_for(1'000'000));
}

TEST(parker, sleeps_until_unparked_and_sees_what_was_written) {
  parker own;
  int written = 0;  // plain: ThreadSanitizer objects unless unpark happens before park's return
  std::thread waker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    written = 1;
    own.any_unpark();
  });
  own.owner_park();
  EXPECT_EQ(written, 1);
  waker.join();
}

TEST(parker, uses_no_cpu_while_it_sleeps) {
  parker own;
  std::thread waker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    own.any_unpark();
  });
  const std::uint64_t before = thread_cpu_ns();
  own.owner_park();
  EXPECT_LT(thread_cpu_ns() - before, 50'000'000U);
  waker.join();
}

// A signal ends the system call but not the sleep.
TEST(parker, sleeps_through_signals) {
  struct sigaction quiet = {};

  struct sigaction before = {};

  quiet.sa_handler = [](int) {
  };
  ASSERT_EQ(sigaction(SIGUSR1, &quiet, &before), 0);
  parker own;
  bool token_left = false;
  const pthread_t sleeper = pthread_self();
  std::thread waker([&] {
    for (int i = 0; i < 20; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      pthread_kill(sleeper, SIGUSR1);
    }
    token_left = true;
    own.any_unpark();
  });
  own.owner_park();
  const bool slept_on = token_left;
  waker.join();
  EXPECT_TRUE(slept_on);
  ASSERT_EQ(sigaction(SIGUSR1, &before, nullptr), 0);
}

TEST(parker, gives_up_in_time_and_not_before) {
  parker own;
  const std::uint64_t start = monotonic_ns();
  EXPECT_FALSE(own.owner_park_for(10'000'000));
  EXPECT_GE(monotonic_ns() - start, 10'000'000U);
  EXPECT_FALSE(own.owner_park_for(0));
}

TEST(parker, takes_a_token_in_time) {
  parker own;
  own.any_unpark();
  EXPECT_TRUE(own.owner_park_for(0));
  std::thread waker([&] { own.any_unpark(); });
  EXPECT_TRUE(own.owner_park_for(~std::uint64_t{0}));  // longer than the clock can count
  waker.join();
}

// Each side writes plain data and wakes the other. A lost token is a hang, and a missing order is a
// data race.
TEST(parker, ping_pong_loses_nothing) {
  const std::size_t rounds = testing::rounds(100'000);
  parker ping;
  parker pong;
  std::size_t ball = 0;
  std::thread other([&] {
    for (std::size_t round = 0; round < rounds; ++round) {
      pong.owner_park();
      ++ball;
      ping.any_unpark();
    }
  });
  for (std::size_t round = 0; round < rounds; ++round) {
    ++ball;
    pong.any_unpark();
    ping.owner_park();
    ASSERT_EQ(ball, 2 * (round + 1));
  }
  other.join();
}

// The owner parks only after every writer has unparked it, so one token stands for all of them. The
// owner determines that by a relaxed counter, which orders nothing. So only the token orders what
// the owner reads afterwards.
TEST(parker, merged_tokens_carry_every_writer) {
  constexpr std::size_t writers = 3;
  const std::size_t rounds = testing::rounds(5'000);

  struct mailbox {
    std::size_t letter = 0;
    parker emptied;
  };

  parker owner;
  detail::atomic<std::size_t> unparked{0};
  std::vector<mailbox> boxes(writers);
  std::vector<std::thread> threads;
  threads.reserve(writers);
  for (mailbox& box : boxes) {
    threads.emplace_back([&] {
      for (std::size_t round = 1; round <= rounds; ++round) {
        box.letter = round;
        owner.any_unpark();
        unparked.fetch_add(1, detail::memory_order_relaxed);
        box.emptied.owner_park();
      }
    });
  }
  for (std::size_t round = 1; round <= rounds; ++round) {
    while (unparked.load(detail::memory_order_relaxed) != writers) {
      std::this_thread::yield();
    }
    unparked.store(0, detail::memory_order_relaxed);
    owner.owner_park();
    for (mailbox& box : boxes) {
      EXPECT_EQ(box.letter, round);
      box.emptied.any_unpark();
    }
  }
  EXPECT_FALSE(owner.owner_park_for(0));
  for (std::thread& thread : threads) {
    thread.join();
  }
}

// The sleeper frees its parker at once, like a foreign thread whose parker is a local variable.
TEST(parker, may_be_destroyed_as_soon_as_the_token_is_taken) {
  const std::size_t rounds = testing::rounds(20'000);
  for (std::size_t round = 0; round < rounds / 100; ++round) {
    std::vector<std::unique_ptr<parker>> parkers(100);
    for (auto& place : parkers) {
      place = std::make_unique<parker>();
    }
    std::vector<parker*> addresses;
    addresses.reserve(parkers.size());
    for (const auto& place : parkers) {
      addresses.push_back(place.get());
    }
    std::thread waker([&addresses] {
      for (parker* const sleeper : addresses) {
        sleeper->any_unpark();
      }
    });
    for (auto& place : parkers) {
      place->owner_park();
      place.reset();
    }
    waker.join();
  }
}

// Time-outs and tokens race: a token that comes too late for one park is available to the next.
TEST(parker, no_token_is_lost_to_a_timeout) {
  const std::size_t tokens = testing::rounds(20'000);
  parker owner;
  parker taken;
  std::thread waker([&] {
    for (std::size_t token = 0; token < tokens; ++token) {
      owner.any_unpark();
      taken.owner_park();
    }
  });
  for (std::size_t token = 0; token < tokens; ++token) {
    while (!owner.owner_park_for(token % 3 * 1000)) {
    }
    taken.any_unpark();
  }
  waker.join();
}

}  // namespace
}  // namespace nuthatch::platform
