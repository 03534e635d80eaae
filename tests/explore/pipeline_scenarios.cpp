// SPDX-License-Identifier: Apache-2.0
#include "explore/pipeline_scenarios.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <stdexcept>
#include <utility>

#include <nuthatch/limited_group.hpp>
#include <nuthatch/nuthatch.hpp>
#include <nuthatch/pipeline.hpp>
#include <nuthatch/task_graph.hpp>
#include <nuthatch/wavefront.hpp>

#include "base/assert.hpp"
#include "counted.hpp"
#include "explore/explored_runtime.hpp"

namespace nuthatch::exploring {

namespace {

/// The state of a serial stage, which is no atomic object.
class serial_calls {
 public:
  void enter() {
    NUTHATCH_CHECK(!std::exchange(is_inside_, true), "two calls of a serial stage at a time");
  }

  void leave() {
    ++done_;
    is_inside_ = false;
  }

  [[nodiscard]] int done() const { return done_; }

 private:
  bool is_inside_ = false;
  int done_ = 0;
};

}  // namespace

void pipelined_items(platform::platform& on, unsigned workers, const char* scheduler) {
  in_runtime(on, workers, scheduler, [] {
    constexpr int items = 4;
    serial_calls source;
    serial_calls arrivals;
    std::array<int, items> passed{};
    std::atomic<int> under_way = 0;
    int next = 0;
    int written = 0;
    const outcome how = pipeline(
        2,
        [&]() -> std::optional<int> {
          source.enter();
          poll();
          const int mine = next++;
          NUTHATCH_CHECK(mine == items || ++under_way <= 2, "more items than tokens");
          source.leave();
          return mine < items ? std::optional<int>(mine) : std::nullopt;
        },
        stage::parallel([&](int each) {
          poll();
          ++passed.at(static_cast<std::size_t>(each));
          return each;
        }),
        stage::serial([&](int each) {
          arrivals.enter();
          poll();
          arrivals.leave();
          return each;
        }),
        stage::serial_in_order([&](int each) {
          NUTHATCH_CHECK(each == written, "items are out of order");
          poll();
          ++written;
          --under_way;
        }));
    NUTHATCH_CHECK(how == outcome::done && written == items && arrivals.done() == items,
                   "a pipeline lost an item");
    NUTHATCH_CHECK(source.done() == items + 1, "the source was called too often");
    for (const int times : passed) {
      NUTHATCH_CHECK(times == 1, "an item passed a stage twice or not at all");
    }
  });
}

void ended_pipeline(platform::platform& on, unsigned workers, const char* scheduler) {
  const int before = testing::counted::live();
  in_runtime(on, workers, scheduler, [] {
    for (const bool throws : {false, true}) {
      int next = 0;
      int written = 0;
      bool thrown = false;
      outcome how = outcome::done;
      try {
        how = pipeline(
            3,
            [&] {
              poll();
              return next < 5 ? std::optional<testing::counted>(next++) : std::nullopt;
            },
            stage::parallel([](testing::counted each) {
              poll();
              return each;
            }),
            stage::serial_in_order([&](const testing::counted& each) {
              NUTHATCH_CHECK(each.value() == written, "items are out of order");
              if (++written == 2) {
                if (throws) {
                  throw std::runtime_error("a stage");
                }
                stop_finish();
              }
            }));
      } catch (const std::runtime_error&) {
        thrown = true;
      }
      NUTHATCH_CHECK(thrown == throws && written == 2, "a stage began after the end");
      NUTHATCH_CHECK(throws || how == outcome::stopped, "a stopped pipeline is done");
    }
  });
  NUTHATCH_CHECK(testing::counted::live() == before, "an item is left");
}

void repeated_graph(platform::platform& on, unsigned workers, const char* scheduler) {
  in_runtime(on, workers, scheduler, [] {
    std::array<int, 5> runs{};
    bool stops = false;
    task_graph graph;
    const auto task = [&](std::size_t which, std::size_t after, std::size_t also) {
      return [&, which, after, also] {
        NUTHATCH_CHECK(runs.at(which) < runs.at(after) && runs.at(which) < runs.at(also),
                       "a task ran before one that it depends on");
        poll();
        ++runs.at(which);
        if (stops && which == 3) {
          stop_finish();
        }
      };
    };
    const auto first = graph.add([&runs] { ++runs[0]; });
    const auto left = graph.add(task(1, 0, 0));
    const auto right = graph.add(task(2, 0, 0));
    const auto below = graph.add(task(3, 1, 2));
    const auto last = graph.add(task(4, 2, 3));
    first.before(left, right);
    below.after(left, right);
    last.after(right, below);
    NUTHATCH_CHECK(graph.run() == outcome::done && runs[4] == 1, "a graph lost a task");
    stops = true;
    NUTHATCH_CHECK(graph.run() == outcome::stopped && runs[4] == 1, "a stopped graph is done");
    stops = false;
    runs[4] = 2;
    NUTHATCH_CHECK(graph.run() == outcome::done, "a graph that was stopped is stopped again");
    for (const int times : runs) {
      NUTHATCH_CHECK(times == 3, "a graph that was stopped lost a task of the next run");
    }
  });
}

void small_wavefront(platform::platform& on, unsigned workers, const char* scheduler) {
  in_runtime(on, workers, scheduler, [] {
    std::array<std::array<int, 3>, 3> paths{};
    const outcome how = wavefront(3, 3, [&](std::size_t row, std::size_t column) {
      poll();
      paths.at(row).at(column) += (row == 0 ? 0 : paths.at(row - 1).at(column)) +
                                  (column == 0 ? 0 : paths.at(row).at(column - 1)) +
                                  (row + column == 0 ? 1 : 0);
    });
    NUTHATCH_CHECK(how == outcome::done && paths[2][2] == 6,
                   "a block ran before its neighbours, twice, or not at all");
  });
}

void tasks_with_a_limit(platform::platform& on, unsigned workers, const char* scheduler) {
  const int before = testing::counted::live();
  in_runtime(on, workers, scheduler, [] {
    serial_calls calls;
    limited_group all(1);
    const auto task = [&calls, c = testing::counted()] {
      calls.enter();
      poll();
      calls.leave();
    };
    all.spawn([&] {
      task();
      all.spawn(task);
    });
    poll();
    all.spawn(priority::high, task);
    NUTHATCH_CHECK(all.wait() == outcome::done && calls.done() == 3, "a limited group lost a task");
    all.spawn([&] {
      all.spawn(task);
      poll();
      all.stop();
    });
    all.spawn(task);
    NUTHATCH_CHECK(all.wait() == outcome::stopped, "a stopped group is done");
    const int done = calls.done();
    all.spawn(task);
    NUTHATCH_CHECK(all.wait() == outcome::done && calls.done() == done + 1,
                   "a limited group that was stopped lost a task");
  });
  NUTHATCH_CHECK(testing::counted::live() == before, "a task of a limited group is left");
}

}  // namespace nuthatch::exploring
