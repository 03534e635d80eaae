// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/run_in_order.hpp>
#include <nuthatch/splice.hpp>

namespace nuthatch {
namespace {

using effects::interval;
using ::testing::ElementsAre;
using effect = effects::effect<effects::range>;

/// A call that is halved down to leaves of two numbers. Records what is declared and what runs.
struct walk {
  std::vector<std::string>* order;
  int throws_at = -1;

  [[nodiscard]] effect touches(interval /*all*/) const { return effect::on_everything(); }

  void operator()(declarations<effect>& now, interval all) const {
    const auto note = [this, all](const char* what) {
      order->push_back(what + std::to_string(all.first));
    };
    if (all.last - all.first > 2) {
      note("enter ");
      now.call(*this, interval{all.first, all.first + (all.last - all.first) / 2});
      now.step(touches(all),
               [order = order, all] { order->push_back("between " + std::to_string(all.first)); });
      now.call(*this, interval{all.first + (all.last - all.first) / 2, all.last});
      return;
    }
    note("leaf ");
    now.step(
        all,
        1,
        [what = *this](interval part) { return what.touches(part); },
        [what = *this](interval part) {
          if (part.first == what.throws_at) {
            throw std::runtime_error("at " + std::to_string(part.first));
          }
          what.order->push_back(std::to_string(part.first) + "-" + std::to_string(part.last));
        });
  }
};

TEST(run_in_order, is_plain_recursion) {
  std::vector<std::string> order;
  run_in_order<effect>([&](auto& now) {
    now.call(walk{&order}, interval{0, 4});
    order.emplace_back("returned");
  });
  EXPECT_THAT(order,
              ElementsAre("enter 0", "leaf 0", "0-2", "between 0", "leaf 2", "2-4", "returned"));
}

TEST(run_in_order, runs_steps_between_calls_at_once) {
  std::vector<std::string> order;
  run_in_order<effect>([&](auto& now) {
    now.step(effect(), [&order] { order.emplace_back("one"); });
    order.emplace_back("two");
    now.step(
        interval{0, 5},
        2,
        [](interval) { return effect(); },
        [&order](interval part) {
          order.push_back(std::to_string(part.first) + "-" + std::to_string(part.last));
        });
    now.run();
  });
  EXPECT_THAT(order, ElementsAre("one", "two", "0-5"));
}

TEST(run_in_order, of_nothing_does_nothing) {
  std::vector<std::string> order;
  run_in_order<effect>([&](auto& now) {
    now.step(
        interval{3, 3},
        1,
        [](interval) { return effect(); },
        [&order](interval) { order.emplace_back("wrong"); });
  });
  EXPECT_TRUE(order.empty());
}

TEST(run_in_order, comes_to_what_splicing_comes_to) {
  std::vector<std::string> spliced;
  std::vector<std::string> plain;
  const auto calls = [](std::vector<std::string>& order) {
    return [&order](auto& now) {
      for (std::ptrdiff_t i = 0; i < 5; ++i) {
        now.call(walk{&order}, interval{i, 2 * i + 7});
      }
    };
  };
  try_splice<effect>(1, calls(spliced));
  run_in_order<effect>(calls(plain));
  EXPECT_EQ(spliced, plain);
}

TEST(run_in_order, passes_the_first_exception_on_and_can_go_on) {
  std::vector<std::string> order;
  run_in_order<effect>([&](auto& now) {
    try {
      now.call(walk{&order, 2}, interval{0, 4});
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& thrown) {
      EXPECT_STREQ(thrown.what(), "at 2");
    }
    order.emplace_back("caught");
    now.call(walk{&order}, interval{8, 10});
  });
  EXPECT_THAT(
      order,
      ElementsAre("enter 0", "leaf 0", "0-2", "between 0", "leaf 2", "caught", "leaf 8", "8-10"));
  EXPECT_THROW(run_in_order<effect>([&](auto& now) { now.call(walk{&order, 0}, interval{0, 1}); }),
               std::runtime_error);
}

}  // namespace
}  // namespace nuthatch
