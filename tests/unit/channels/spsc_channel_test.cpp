// SPDX-License-Identifier: Apache-2.0
#include "channels/spsc_channel.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace nuthatch::channels {
namespace {

TEST(spsc_channel, passes_messages_in_order) {
  spsc_channel<int> subject(4);
  EXPECT_TRUE(subject.sender_send(1));
  EXPECT_TRUE(subject.sender_send(2));
  int got = 0;
  EXPECT_TRUE(subject.receiver_receive(got));
  EXPECT_EQ(got, 1);
  EXPECT_TRUE(subject.sender_send(3));
  EXPECT_TRUE(subject.receiver_receive(got));
  EXPECT_EQ(got, 2);
  EXPECT_TRUE(subject.receiver_receive(got));
  EXPECT_EQ(got, 3);
  EXPECT_FALSE(subject.receiver_receive(got));
}

TEST(spsc_channel, has_the_room_asked_for_and_no_more) {
  for (const std::size_t wanted : {1U, 2U, 3U, 8U}) {
    spsc_channel<std::size_t> subject(wanted);
    EXPECT_GE(subject.capacity(), wanted);
    EXPECT_LT(subject.capacity(), 2 * wanted);
    // The indices pass the end of the ring several times.
    for (std::size_t round = 0; round < 5; ++round) {
      for (std::size_t i = 0; i < subject.capacity(); ++i) {
        EXPECT_TRUE(subject.sender_send(i));
      }
      EXPECT_FALSE(subject.sender_send(99)) << "full";
      for (std::size_t i = 0; i < subject.capacity(); ++i) {
        std::size_t got = 99;
        EXPECT_TRUE(subject.receiver_receive(got));
        EXPECT_EQ(got, i);
      }
    }
  }
}

TEST(spsc_channel, shows_the_oldest_message_and_keeps_it) {
  spsc_channel<int> subject(2);
  EXPECT_EQ(subject.receiver_peek(), nullptr);
  EXPECT_TRUE(subject.sender_send(7));
  EXPECT_TRUE(subject.sender_send(8));
  ASSERT_NE(subject.receiver_peek(), nullptr);
  EXPECT_EQ(*subject.receiver_peek(), 7);
  EXPECT_EQ(*subject.receiver_peek(), 7);
  int got = 0;
  EXPECT_TRUE(subject.receiver_receive(got));
  EXPECT_EQ(got, 7);
  EXPECT_EQ(*subject.receiver_peek(), 8);
}

TEST(spsc_channel, moves_messages) {
  spsc_channel<std::unique_ptr<int>> subject(1);
  EXPECT_TRUE(subject.sender_send(std::make_unique<int>(5)));
  std::unique_ptr<int> got;
  EXPECT_TRUE(subject.receiver_receive(got));
  ASSERT_NE(got, nullptr);
  EXPECT_EQ(*got, 5);
}

TEST(spsc_channel, ends_what_nobody_received) {
  const auto alive = std::make_shared<int>(1);
  {
    spsc_channel<std::shared_ptr<int>> subject(4);
    EXPECT_TRUE(subject.sender_send(alive));
    EXPECT_TRUE(subject.sender_send(alive));
    std::shared_ptr<int> got;
    EXPECT_TRUE(subject.receiver_receive(got));
    EXPECT_EQ(alive.use_count(), 3);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

TEST(spsc_channel, keeps_nothing_of_what_was_received) {
  const auto alive = std::make_shared<int>(1);
  spsc_channel<std::shared_ptr<int>> subject(2);
  EXPECT_TRUE(subject.sender_send(alive));
  std::shared_ptr<int> got;
  EXPECT_TRUE(subject.receiver_receive(got));
  got.reset();
  EXPECT_EQ(alive.use_count(), 1);
}

}  // namespace
}  // namespace nuthatch::channels
