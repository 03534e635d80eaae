// SPDX-License-Identifier: Apache-2.0
#include "channels/mpsc_channel.hpp"

#include <memory>

#include <gtest/gtest.h>

namespace nuthatch::channels {
namespace {

TEST(mpsc_channel, passes_messages_in_order) {
  mpsc_channel<int> subject(4);
  EXPECT_FALSE(subject.receiver_has_message());
  EXPECT_TRUE(subject.any_send(1));
  EXPECT_TRUE(subject.any_send(2));
  EXPECT_TRUE(subject.receiver_has_message());
  int got = 0;
  EXPECT_TRUE(subject.receiver_receive(got));
  EXPECT_EQ(got, 1);
  // Messages that arrive while older ones are being received do not overtake them.
  EXPECT_TRUE(subject.any_send(3));
  EXPECT_TRUE(subject.receiver_receive(got));
  EXPECT_EQ(got, 2);
  EXPECT_TRUE(subject.receiver_receive(got));
  EXPECT_EQ(got, 3);
  EXPECT_FALSE(subject.receiver_receive(got));
  EXPECT_FALSE(subject.receiver_has_message());
}

TEST(mpsc_channel, has_the_room_asked_for_and_no_more) {
  for (const std::uint32_t capacity : {1U, 3U, 8U}) {
    mpsc_channel<std::uint32_t> subject(capacity);
    EXPECT_EQ(subject.capacity(), capacity);
    for (int round = 0; round < 5; ++round) {
      for (std::uint32_t i = 0; i < capacity; ++i) {
        EXPECT_TRUE(subject.any_send(i));
      }
      EXPECT_FALSE(subject.any_send(99)) << "full";
      std::uint32_t got = 99;
      EXPECT_TRUE(subject.receiver_receive(got));
      EXPECT_EQ(got, 0U);
      EXPECT_TRUE(subject.any_send(capacity)) << "there is room again";
      for (std::uint32_t i = 1; i <= capacity; ++i) {
        EXPECT_TRUE(subject.receiver_receive(got));
        EXPECT_EQ(got, i);
      }
    }
  }
}

TEST(mpsc_channel, loses_nothing_by_being_closed) {
  mpsc_channel<int> subject(2);
  EXPECT_TRUE(subject.any_is_open());
  EXPECT_TRUE(subject.any_send(1));
  subject.receiver_close();
  EXPECT_FALSE(subject.any_is_open());
  EXPECT_TRUE(subject.any_send(2)) << "advice, not a lock";
  int got = 0;
  EXPECT_TRUE(subject.receiver_receive(got));
  EXPECT_EQ(got, 1);
  EXPECT_TRUE(subject.receiver_receive(got));
  EXPECT_EQ(got, 2);
  subject.receiver_reopen();
  EXPECT_TRUE(subject.any_is_open());
}

TEST(mpsc_channel, moves_messages_and_ends_what_nobody_received) {
  const auto alive = std::make_shared<int>(1);
  {
    mpsc_channel<std::shared_ptr<int>> subject(4);
    for (int i = 0; i < 4; ++i) {
      EXPECT_TRUE(subject.any_send(alive));
    }
    EXPECT_FALSE(subject.any_send(alive));
    EXPECT_EQ(alive.use_count(), 5) << "what did not fit is gone";
    std::shared_ptr<int> got;
    EXPECT_TRUE(subject.receiver_receive(got));
    got.reset();
    EXPECT_EQ(alive.use_count(), 4);
  }
  EXPECT_EQ(alive.use_count(), 1);
}

}  // namespace
}  // namespace nuthatch::channels
