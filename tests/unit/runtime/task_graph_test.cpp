// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/effects.hpp>
#include <nuthatch/nuthatch.hpp>
#include <nuthatch/task_graph.hpp>

#include "effort.hpp"
#include "message_of.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

using testing::counted;

class task_graph_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(task_graph_test);

/// An operation on a few cells, each of which its result depends on.
struct operation {
  std::vector<std::size_t> reads;
  std::size_t first = 0;  // of the cells that it changes
  std::size_t last = 0;
  std::uint32_t factor = 0;

  void apply(std::span<std::uint32_t> cells) const {
    std::uint32_t sum = factor;
    for (const std::size_t each : reads) {
      sum = sum * 31 + cells[each];
    }
    for (std::size_t i = first; i < last; ++i) {
      cells[i] = cells[i] * factor + sum;
    }
  }

  [[nodiscard]] effects::effect<effects::range> effect(std::span<std::uint32_t> cells) const {
    effects::effect<effects::range> all;
    for (const std::size_t each : reads) {
      all.add(effects::access::reads, effects::whole(cells[each]));
    }
    if (first < last) {
      all.add(effects::access::writes, effects::range(cells.data() + first, cells.data() + last));
    }
    return all;
  }
};

std::vector<operation> drawn(std::mt19937& random, std::size_t cells) {
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  std::vector<operation> all(1 + below(60));
  for (operation& each : all) {
    each.reads.resize(below(4));
    std::ranges::generate(each.reads, [&] { return below(cells); });
    each.first = below(cells);
    each.last = std::min(cells, each.first + below(4));
    each.factor = static_cast<std::uint32_t>(below(1000)) * 2 + 1;
  }
  return all;
}

TEST_P(task_graph_test, effects_keep_the_order_of_calls) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::mt19937 random(testing::seed());
      for (std::size_t round = 0; round < testing::rounds(30); ++round) {
        constexpr std::size_t cells = 8;
        const std::vector<operation> program = drawn(random, cells);
        std::array<std::uint32_t, cells> expected{};
        std::array<std::uint32_t, cells> found{};
        task_graph graph;
        for (const operation& each : program) {
          graph.add(each.effect(found), [&] {
            if (each.factor % 3 == 0) {
              fork_join([] { poll(); }, [] { poll(); });
            }
            each.apply(found);
          });
        }
        EXPECT_EQ(graph.size(), program.size());
        persistent_phase phase;
        for (int times = 0; times < 4; ++times) {
          for (const operation& each : program) {
            each.apply(expected);
          }
          EXPECT_EQ(times < 2 ? graph.run() : graph.run(phase), outcome::done);
          EXPECT_EQ(found, expected);
        }
      }
    });
  });
}

TEST_P(task_graph_test, handles_order_tasks) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> clock = 0;
      std::array<int, 5> at{};
      task_graph graph;
      const auto noting = [&](std::size_t which) {
        return [&, which, c = counted()] {
          at[which] = ++clock;
        };
      };
      const auto a = graph.add(noting(0));
      const auto b = graph.add(noting(1));
      const auto c = graph.add(noting(2));
      const auto d = graph.add(noting(3));
      const auto e = graph.add(noting(4));
      e.before(a);
      d.after(b, c).before(e);
      b.after(c);
      EXPECT_EQ(graph.dependences(), 5U);
      for (int times = 0; times < 3; ++times) {
        clock = 0;
        EXPECT_EQ(graph.run(), outcome::done);
        EXPECT_EQ(at, (std::array<int, 5>{5, 2, 1, 3, 4}));
      }
      task_graph other = std::move(graph);
      const auto f = other.add([&] { at[0] = 100; });
      f.after(a);
      EXPECT_EQ(other.run(), outcome::done);
      EXPECT_EQ(at[0], 100);
      other.clear();
      EXPECT_EQ(other.size(), 0U);
      EXPECT_EQ(other.run(), outcome::done);
    });
  });
}

/// A chain of tasks with a task beside each of its tasks.
void add_ladder(task_graph<>& graph, int length, auto body) {
  auto before = graph.add([=] { body(0); });
  for (int i = 1; i < length; ++i) {
    graph.add([=, c = counted()] { body(i); }).after(before);
    const auto next = graph.add([=] { body(i); });
    before.before(next);
    before = next;
  }
}

TEST_P(task_graph_test, ends_early_and_runs_again) {
  on_runtime([](runtime& r) {
    r.run([] {
      constexpr int length = 40;
      enum class ending : std::uint8_t { none, throws, stops };
      ending at_20 = ending::none;
      std::atomic<int> ran = 0;
      task_graph graph;
      add_ladder(graph, length, [&](int i) {
        ++ran;
        if (i == 20 && at_20 == ending::throws) {
          throw std::runtime_error("20");
        }
        if (i == 20 && at_20 == ending::stops) {
          stop_finish();
        }
      });
      for (int times = 0; times < 2; ++times) {
        at_20 = ending::throws;
        ran = 0;
        EXPECT_ANY_THROW(static_cast<void>(graph.run()));
        EXPECT_LE(ran, 2 * 21);
        EXPECT_GE(ran, 21);
        persistent_phase phase;
        EXPECT_ANY_THROW(static_cast<void>(graph.run(phase)));
        at_20 = ending::stops;
        ran = 0;
        EXPECT_EQ(graph.run(), outcome::stopped);
        EXPECT_LE(ran, 2 * 21);
        EXPECT_EQ(graph.run(phase), outcome::stopped);
        at_20 = ending::none;
        ran = 0;
        EXPECT_EQ(graph.run(), outcome::done);
        EXPECT_EQ(ran, 2 * length - 1);
        EXPECT_EQ(graph.run(phase), outcome::done);
        EXPECT_EQ(ran, 2 * (2 * length - 1));
      }
    });
  });
}

TEST_P(task_graph_test, an_outer_finish_stops_it) {
  on_runtime([](runtime& r) {
    r.run([] {
      int ran = 0;
      task_graph graph;
      add_ladder(graph, 10, [&ran](int) { ++ran; });
      persistent_phase phase;
      group around;
      bool came_to_its_end = false;  // the stopped group would drop an exception
      around.spawn([&] {
        around.stop();
        EXPECT_EQ(graph.run(), outcome::stopped);
        EXPECT_EQ(graph.run(phase), outcome::stopped);
        EXPECT_EQ(task_graph().run(), outcome::stopped);
        EXPECT_EQ(ran, 0);
        came_to_its_end = true;
      });
      EXPECT_EQ(around.wait(), outcome::stopped);
      EXPECT_TRUE(came_to_its_end);
    });
  });
}

TEST(task_graph_order_test, prefers_the_longest_path) {
  options one;
  one.workers = 1;
  runtime r(one);
  std::vector<int> order;
  task_graph graph;
  const auto noting = [&order](int which) {
    return [&order, which] {
      order.push_back(which);
    };
  };
  graph.add(noting(0));
  const auto first = graph.add(noting(1));
  graph.add(noting(2)).after(first);
  const auto second = graph.add(noting(3)).after(first);
  graph.add(noting(4)).after(second);
  r.run([&] { graph.run(); });
  EXPECT_EQ(order, (std::vector<int>{1, 3, 4, 0, 2}));
}

TEST(task_graph_effects_test, has_no_more_dependences_than_needed) {
  std::array<int, 4> data{};
  const auto nothing = [] {
  };
  const auto at = [&](std::size_t i) {
    return effects::whole(data.at(i));
  };
  task_graph graph;
  graph.add(effects::writes(at(0)), nothing);
  graph.add(effects::writes(at(1)), nothing);
  EXPECT_EQ(graph.dependences(), 0U);
  graph.add(effects::reads(at(0)) + effects::writes(at(2)), nothing);
  graph.add(effects::reads(at(0)), nothing);
  EXPECT_EQ(graph.dependences(), 2U);
  graph.add(effects::writes(at(0)), nothing);  // after the two readers, and the first
  EXPECT_EQ(graph.dependences(), 5U);
  graph.add(effects::writes(at(0)), nothing);  // after the last one alone
  EXPECT_EQ(graph.dependences(), 6U);
  graph.add(effects::accumulates(at(3)), nothing);
  graph.add(effects::accumulates(at(3)), nothing);
  EXPECT_EQ(graph.dependences(), 6U);
  graph.add(effects::reads(at(3)), nothing);
  EXPECT_EQ(graph.dependences(), 8U);
  graph.add(effects::effect<effects::range>::on_everything(), nothing);
  EXPECT_EQ(graph.dependences(), 14U);  // 1, 2 (which read nothing since), 5, and 6, 7, 8
  graph.add(effects::reads(at(1)), nothing);
  EXPECT_EQ(graph.dependences(), 15U);
  graph.add(nothing);
  EXPECT_EQ(graph.dependences(), 15U);
}

/// A region of which nothing but overlaps is known.
struct letter {
  char name = 0;

  [[nodiscard]] bool overlaps(const letter& other) const noexcept { return name == other.name; }
};

/// A region that cannot be compared now and then.
struct failing_region {
  bool* fails = nullptr;

  [[nodiscard]] bool overlaps(const failing_region& /*other*/) const {
    return *fails ? throw std::runtime_error("no comparison") : true;
  }
};

TEST(task_graph_effects_test, a_failed_addition_leaves_nothing) {
  bool fails = false;
  int ran = 0;
  task_graph<failing_region> graph;
  const auto touched = effects::writes(failing_region{&fails});
  graph.add(touched, [&ran] { ++ran; });
  fails = true;
  EXPECT_THROW(graph.add(touched, [&ran] { ran += 100; }), std::runtime_error);
  fails = false;
  graph.add(touched, [&ran] { ran *= 2; });
  EXPECT_EQ(graph.size(), 2U);
  EXPECT_EQ(graph.dependences(), 1U);
  EXPECT_EQ(graph.run(), outcome::done);
  EXPECT_EQ(ran, 2);
}

TEST(task_graph_effects_test, takes_any_regions) {
  std::string order;
  task_graph<letter> graph;
  for (const char each : {'a', 'b', 'a', 'a'}) {
    graph.add(effects::writes(letter{each}), [&order, each] {
      if (each == 'a') {
        order += each;
      }
    });
  }
  EXPECT_EQ(graph.dependences(), 3U);
  EXPECT_EQ(graph.run(), outcome::done);
  EXPECT_EQ(order, "aaa");

  std::vector<int> data(10);
  const effects::array_view<int, 1> view(data.data(), {10});
  task_graph<effects::box<1>> boxes;
  for (int i = 0; i < 10; ++i) {
    boxes.add(effects::writes(view.part(effects::interval{i, i + 1}.grown(1))), [&data, i] {
      data[static_cast<std::size_t>(i)] = i == 0 ? 1 : data[static_cast<std::size_t>(i) - 1] * 2;
    });
  }
  EXPECT_EQ(boxes.run(), outcome::done);
  EXPECT_EQ(data[9], 512);
}

TEST(task_graph_errors_test, names_what_is_wrong) {
  task_graph graph;
  const auto a = graph.add([] {});
  const auto b = graph.add([] {});
  const auto c = graph.add([] {});
  const auto d = graph.add([] {});
  EXPECT_EQ(testing::message_of<error>([&] { a.before(a); }),
            "task_graph: task 0 is to run before itself");
  a.before(b);
  b.before(c);
  c.before(d);
  EXPECT_EQ(graph.run(), outcome::done);
  d.before(b);
  const std::string what = testing::message_of<error>([&] { static_cast<void>(graph.run()); });
  EXPECT_NE(what.find("the first for the last"), std::string::npos) << what;
  EXPECT_TRUE(what.ends_with("1, 2, 3") || what.ends_with("2, 3, 1") || what.ends_with("3, 1, 2"))
      << what;

  task_graph other;
  const auto e = other.add([] {});
  EXPECT_EQ(testing::message_of<error>([&] { e.after(a); }),
            "task_graph: the two tasks to be ordered are of different graphs");

  task_graph<> running;
  std::string second;
  std::string added;
  std::string cleared;
  running.add([&] {
    cleared = testing::message_of<error>([&] { running.clear(); });
    second = testing::message_of<error>([&] { static_cast<void>(running.run()); });
    added = testing::message_of<error>([&] { running.add([] {}); });
  });
  EXPECT_EQ(running.run(), outcome::done);
  EXPECT_EQ(second, "task_graph: it runs already; wait for the end of that run");
  EXPECT_EQ(added, "task_graph: a task is added while it runs");
  EXPECT_EQ(cleared, "task_graph: it is cleared while it runs");
  EXPECT_EQ(running.run(), outcome::done);
}

}  // namespace
}  // namespace nuthatch
