// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/pipeline.hpp>

#include "effort.hpp"
#include "hop.hpp"
#include "message_of.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;

class pipeline_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(pipeline_test);

/// An item that can only be moved, and that is alive once.
class box {
 public:
  explicit box(int value) noexcept : inside_(value) {}

  box(const box&) = delete;
  box& operator=(const box&) = delete;
  box(box&& other) noexcept = default;
  box& operator=(box&&) = delete;
  ~box() = default;

  [[nodiscard]] int value() const noexcept { return inside_.value(); }

 private:
  counted inside_;
};

/// Checks that its calls do not overlap. Its count is no atomic: the calls have to be ordered.
class one_at_a_time {
 public:
  void enter() {
    EXPECT_FALSE(std::exchange(is_inside_, true)) << "two calls of a serial stage at a time";
  }

  void leave() {
    ++calls;
    is_inside_ = false;
  }

  int calls = 0;

 private:
  bool is_inside_ = false;
};

/// Spends a time that depends on the item, so that items overtake each other.
void work_on(int item) {
  std::atomic<int> spent = 0;
  for (int i = 0; i < item * 37 % 11 * 20; ++i) {
    ++spent;
  }
  if (item % 3 == 0) {
    fork_join([] { poll(); }, [] { poll(); });
  }
}

TEST_P(pipeline_test, every_item_passes_every_stage) {
  const int items = static_cast<int>(testing::rounds(300)) + 20;
  on_runtime([&](runtime& r) {
    r.run([&] {
      for (const std::size_t tokens : {1U, 2U, 3U, 8U, 1000U}) {
        int next = 0;
        std::atomic<int> under_way = 0;
        std::atomic<int> most = 0;
        one_at_a_time source;
        one_at_a_time arrivals;
        std::vector<int> in_order;
        std::vector<bool> seen(static_cast<std::size_t>(items));
        const outcome how = pipeline(
            tokens,
            [&]() -> std::optional<box> {
              source.enter();
              const int mine = next++;
              if (mine < items) {
                const int now = ++under_way;
                int before = most;
                while (before < now && !most.compare_exchange_weak(before, now)) {
                }
              }
              source.leave();
              return mine < items ? std::optional<box>(mine) : std::nullopt;
            },
            stage::parallel([](box each) {
              work_on(each.value());
              return each;
            }),
            stage::serial([&](box&& each) {
              arrivals.enter();
              EXPECT_FALSE(seen[static_cast<std::size_t>(each.value())]);
              seen[static_cast<std::size_t>(each.value())] = true;
              poll();
              arrivals.leave();
              return std::pair<box, int>(std::move(each), arrivals.calls);
            }),
            stage::parallel([](const std::pair<box, int>& each) {
              work_on(each.first.value() + each.second);
              return each.first.value();
            }),
            stage::serial_in_order([&](int each) {
              in_order.push_back(each);
              --under_way;
            }));
        EXPECT_EQ(how, outcome::done);
        EXPECT_EQ(source.calls, items + 1);
        EXPECT_EQ(arrivals.calls, items);
        EXPECT_EQ(under_way, 0);
        EXPECT_LE(most, static_cast<int>(tokens));
        ASSERT_EQ(in_order.size(), static_cast<std::size_t>(items));
        for (int i = 0; i < items; ++i) {
          EXPECT_EQ(in_order[static_cast<std::size_t>(i)], i);
        }
      }
    });
  });
}

TEST_P(pipeline_test, has_any_stages) {
  on_runtime([](runtime& r) {
    r.run([] {
      int none = 0;
      EXPECT_EQ(pipeline(
                    4, [] { return std::optional<int>(); }, stage::parallel([&](int) { ++none; })),
                outcome::done);
      EXPECT_EQ(none, 0);

      int left = 50;
      std::atomic<int> sum = 0;
      const auto add = stage::parallel([&sum](int by) { return sum += by; });
      auto source = [&left] {
        return left > 0 ? std::optional<int>(left--) : std::nullopt;
      };
      pipeline(3, source, add);
      EXPECT_EQ(sum, 1275);

      left = 50;
      int last = 51;
      auto descend = stage::serial_in_order([&last](int each) {
        EXPECT_EQ(each, --last);
        return each;
      });
      pipeline(5,
               source,
               descend,
               stage::serial_in_order([](int each) { return each; }),
               stage::serial([](int each) { return std::to_string(each); }),
               stage::serial([&sum](const std::string& each) { sum -= std::stoi(each); }));
      EXPECT_EQ(last, 1);
      EXPECT_EQ(sum, 0);
    });
  });
}

TEST_P(pipeline_test, stages_wait_and_change_their_workers) {
  on_runtime([this](runtime& r) {
    r.run([this] {
      const int items = static_cast<int>(testing::rounds(100)) + 10;
      int next = 0;
      int seen = 0;
      long sum = 0;
      pipeline(
          4,
          [&]() -> std::optional<int> {
            if (next == items) {
              return std::nullopt;
            }
            testing::hop_to(static_cast<unsigned>(next) % workers());
            return next++;
          },
          stage::parallel([this](int each) {
            const long doubled = parallel_reduce(
                0, 2, 0L, [each](int) { return each; }, [](long a, long b) { return a + b; });
            testing::hop_to(static_cast<unsigned>(each / 2) % workers());
            return doubled;
          }),
          stage::serial_in_order([&](long each) {
            EXPECT_EQ(each, 2 * seen++);
            scope children;
            long copy = 0;
            children.spawn([&] { copy = each; });
            testing::hop_to(static_cast<unsigned>(seen) % workers());
            children.sync();
            int inner = 3;
            pipeline(
                2,
                [&] { return inner > 0 ? std::optional<int>(inner--) : std::nullopt; },
                stage::parallel([](int one) { return one; }),
                stage::serial([&](int one) { copy += one; }));
            sum += copy;
          }));
      EXPECT_EQ(sum, long{items} * (items - 1) + 6L * items);
    });
  });
}

TEST_P(pipeline_test, an_exception_ends_it) {
  on_runtime([](runtime& r) {
    r.run([] {
      constexpr int failing = 20;
      for (int stage_that_fails = 0; stage_that_fails < 4; ++stage_that_fails) {
        const auto at = [stage_that_fails](int here, const box& item) {
          if (here == stage_that_fails && item.value() == failing) {
            throw std::runtime_error("stage " + std::to_string(here));
          }
        };
        int next = 0;
        int written = 0;
        const std::string what = testing::message_of<std::runtime_error>([&] {
          static_cast<void>(pipeline(
              6,
              [&]() -> std::optional<box> {
                box made(next++);
                at(0, made);
                return made;
              },
              stage::parallel([&](box each) {
                at(1, each);
                work_on(each.value());
                return each;
              }),
              stage::serial([&](box each) {
                at(2, each);
                return each;
              }),
              stage::serial_in_order([&](const box& each) {
                at(3, each);
                EXPECT_EQ(each.value(), written++);
              })));
        });
        EXPECT_EQ(what, "stage " + std::to_string(stage_that_fails));
        EXPECT_LE(written, failing);
        EXPECT_LE(next, failing + 6);
      }
    });
  });
}

TEST_P(pipeline_test, can_be_stopped) {
  on_runtime([](runtime& r) {
    r.run([] {
      int next = 0;
      int written = 0;
      const auto endless = [&] {
        return std::optional<box>(next++);
      };
      const outcome how = pipeline(5,
                                   endless,
                                   stage::parallel([](box each) { return each; }),
                                   stage::serial_in_order([&](const box& each) {
                                     if (++written; each.value() == 30) {
                                       stop_finish();
                                     }
                                   }));
      EXPECT_EQ(how, outcome::stopped);
      EXPECT_EQ(written, 31);

      next = 0;
      group around;
      around.spawn([&] {
        EXPECT_EQ(pipeline(3, endless, stage::serial_in_order([&around](const box& each) {
                             EXPECT_LE(each.value(), 100) << "a stage began after the stop";
                             if (each.value() == 100) {
                               around.stop();
                             }
                           })),
                  outcome::stopped);
      });
      EXPECT_EQ(around.wait(), outcome::stopped);
    });
  });
}

TEST(pipeline_threads_test, foreign_threads_have_pipelines) {
  std::vector<int> squares;
  std::thread([&] {
    int next = 0;
    pipeline(
        4,
        [&] { return next < 10 ? std::optional<int>(next++) : std::nullopt; },
        stage::parallel([](int each) { return each * each; }),
        stage::serial_in_order([&](int each) { squares.push_back(each); }));
  }).join();
  EXPECT_EQ(squares, (std::vector<int>{0, 1, 4, 9, 16, 25, 36, 49, 64, 81}));
}

TEST(pipeline_arguments_test, tokens_are_checked) {
  const auto empty = [] {
    return std::optional<int>();
  };
  for (const std::size_t tokens : {std::size_t{0}, (std::size_t{1} << 20) + 1, ~std::size_t{0}}) {
    const std::string what = testing::message_of<std::invalid_argument>(
        [&] { static_cast<void>(pipeline(tokens, empty, stage::parallel([](int) {}))); });
    EXPECT_EQ(what,
              "pipeline: " + std::to_string(tokens) +
                  " tokens; there have to be from 1 to 1048576, as many items as may be under way");
  }
  EXPECT_EQ(pipeline(std::size_t{1} << 20, empty, stage::serial([](int) {})), outcome::done);
}

}  // namespace
}  // namespace nuthatch
