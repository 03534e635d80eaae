// SPDX-License-Identifier: Apache-2.0

// Channels between threads. Messages point to plain memory. ThreadSanitizer reports a race unless
// sending is ordered before receiving, and receiving before the slot is used again.

#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "channels/mpsc_channel.hpp"
#include "channels/spsc_channel.hpp"
#include "effort.hpp"

namespace nuthatch::channels {
namespace {

// If there is little room, every few messages need a switch to another thread, which may take
// milliseconds beside other programs. So fewer messages are sent then.
constexpr std::size_t many = 100'000;
constexpr std::size_t few = 5'000;

/// Counts the failures of an operation that is retried, and lets other threads run.
class patience {
 public:
  void lose() {
    if (++lost_ % 16 == 0) {
      std::this_thread::yield();
    }
  }

 private:
  unsigned lost_ = 0;
};

struct letter {
  std::uint32_t sender;
  const std::size_t* number;
};

TEST(contended_channels, one_sender_fills_it_again_and_again) {
  const std::size_t count = testing::rounds(10 * few);
  std::vector<std::size_t> numbers(count);
  spsc_channel<letter> subject(4);
  std::thread sender([&] {
    patience full;
    for (std::size_t i = 0; i < count; ++i) {
      numbers[i] = i;
      while (!subject.sender_send({0, &numbers[i]})) {
        full.lose();
      }
    }
  });
  patience empty;
  for (std::size_t i = 0; i < count; ++i) {
    letter got{};
    while (!subject.receiver_receive(got)) {
      empty.lose();
    }
    ASSERT_EQ(*got.number, i);
  }
  sender.join();
}

/// Each sender's messages arrive once and in order.
void many_senders(unsigned senders, std::uint32_t capacity, std::size_t messages) {
  const std::size_t each = testing::rounds(messages) / senders + 1;
  std::vector<std::vector<std::size_t>> numbers(senders, std::vector<std::size_t>(each));
  mpsc_channel<letter> subject(capacity);
  std::vector<std::thread> threads;
  threads.reserve(senders);
  for (unsigned me = 0; me < senders; ++me) {
    threads.emplace_back([&, me] {
      patience full;
      for (std::size_t i = 0; i < each; ++i) {
        numbers[me][i] = i;
        while (!subject.any_send({me, &numbers[me][i]})) {
          full.lose();
        }
      }
    });
  }
  std::vector<std::size_t> next(senders);
  patience empty;
  for (std::size_t i = 0; i < senders * each; ++i) {
    letter got{};
    while (!subject.receiver_receive(got)) {
      empty.lose();
    }
    ASSERT_EQ(*got.number, next[got.sender]++);
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_FALSE(subject.receiver_has_message());
}

TEST(contended_channels, many_senders_and_little_room) {
  many_senders(3, 1, few);
  many_senders(8, 2, few);
}

TEST(contended_channels, many_senders_and_room_for_all) {
  many_senders(2, 64, many);
  many_senders(8, 64, many);
}

// A message that was sent because of another message is received after it, whoever sent them: here,
// the idle worker's next request follows the update about the tasks that it got.
TEST(contended_channels, a_reaction_never_overtakes_its_cause) {
  const std::size_t count = testing::rounds(2 * few);
  mpsc_channel<std::size_t> manager(8);
  spsc_channel<std::size_t> tasks(1);
  std::thread victim([&] {
    patience full;
    for (std::size_t i = 0; i < count; ++i) {
      while (!manager.any_send(2 * i)) {  // the update, before the tasks
        full.lose();
      }
      while (!tasks.sender_send(i)) {
        full.lose();
      }
    }
  });
  std::thread thief([&] {
    patience empty;
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t got = 0;
      while (!tasks.receiver_receive(got)) {
        empty.lose();
      }
      while (!manager.any_send(2 * got + 1)) {
        empty.lose();
      }
    }
  });
  std::vector<bool> updated(count);
  patience empty;
  for (std::size_t i = 0; i < 2 * count; ++i) {
    std::size_t got = 0;
    while (!manager.receiver_receive(got)) {
      empty.lose();
    }
    if (got % 2 == 0) {
      updated[got / 2] = true;
    } else {
      ASSERT_TRUE(updated[got / 2]) << "a request before the update";
    }
  }
  victim.join();
  thief.join();
}

// No message is lost if closing and sending are concurrent.
TEST(contended_channels, closes_and_reopens_under_senders) {
  const std::size_t count = testing::rounds(2 * few);
  mpsc_channel<std::size_t> subject(4);
  std::thread sender([&] {
    patience full;
    for (std::size_t i = 0; i < count; ++i) {
      while (!subject.any_is_open() || !subject.any_send(i)) {
        full.lose();
      }
    }
  });
  patience empty;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t got = 0;
    while (!subject.receiver_receive(got)) {
      subject.receiver_reopen();
      empty.lose();
    }
    ASSERT_EQ(got, i);
    if (i % 3 == 0) {
      subject.receiver_close();
    }
  }
  sender.join();
}

}  // namespace
}  // namespace nuthatch::channels
