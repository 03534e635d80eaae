// SPDX-License-Identifier: Apache-2.0
#include "explore/stopping_scenarios.hpp"

#include <array>
#include <cstddef>
#include <memory>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/limit_workers.hpp>
#include <nuthatch/nuthatch.hpp>

#include "base/assert.hpp"
#include "core/worker.hpp"
#include "explore/explored_runtime.hpp"

namespace nuthatch::exploring {

namespace {

/// Counts the closures that have not ended. Their ends are ordered by the joins, so the count is
/// one per task, of which the creator sees the sum.
class closures {
 public:
  /// A part of a closure, which notes the end of the last copy in `ended`.
  [[nodiscard]] std::shared_ptr<int> next() {
    int& ended = ended_[made_++];
    return {new int(0), [&ended](const int* of) {
              delete of;
              ++ended;
            }};
  }

  void check() const {
    for (std::size_t i = 0; i < made_; ++i) {
      NUTHATCH_CHECK(ended_[i] == 1, "a closure ended twice or not at all");
    }
  }

 private:
  std::array<int, 8> ended_{};
  std::size_t made_ = 0;
};

void check_nothing_is_stopped() {
  NUTHATCH_CHECK(!stop_requested(), "a finish is still stopped");
  NUTHATCH_CHECK(!core::worker::current().watches_finishes(),
                 "a worker watches for stops although nothing is stopped");
  bool ran = false;
  NUTHATCH_CHECK(finish([&ran] { async([&ran] { ran = true; }); }) == outcome::done && ran,
                 "a finish that was not stopped left its async out");
}

/// Call this in the body of limit_workers(2, …).
void check_one_place_is_free() {
  detail::worker_limit& limit = *detail::current_worker().finish->outer->workers;
  NUTHATCH_CHECK(limit.any_take(), "a place was not given back");
  NUTHATCH_CHECK(!limit.any_take(), "a place was given back twice");
  limit.any_give_back();
}

/// A finish inside of one that may be stopped.
void run_inner_finish() {
  bool ran = false;
  const outcome how = finish([&ran] {
    async(help_first, [&ran] { ran = true; });
    poll();
  });
  NUTHATCH_CHECK(ran || how == outcome::stopped, "a finish is done without its async");
}

}  // namespace

void stopped_finish(platform::platform& on, unsigned workers, const char* scheduler) {
  in_runtime(on, workers, scheduler, [] {
    closures all;
    std::array<int, 2> ran{};
    const outcome how = finish([&] {
      async(help_first, [c = all.next()] {
        stop_finish();
        bool begun = false;
        static_cast<void>(finish([&begun] { async([&begun] { begun = true; }); }));
        NUTHATCH_CHECK(!begun, "an async began under a finish that the same task had stopped");
      });
      async(help_first, [c = all.next()] { run_inner_finish(); });
      poll();
      async([&one = ran[0], c = all.next()] { ++one; });
      scope children;
      children.spawn([&one = ran[1], c = all.next()] { ++one; });
      poll();
      children.sync();
    });
    for (const int times : ran) {
      NUTHATCH_CHECK(times <= 1, "a task ran twice");
    }
    all.check();
    NUTHATCH_CHECK(how == outcome::stopped || (ran[0] == 1 && ran[1] == 1),
                   "a finish is done without its tasks");
    check_nothing_is_stopped();
  });
}

void stopped_group(platform::platform& on, unsigned workers, const char* scheduler) {
  in_runtime(on, workers, scheduler, [] {
    closures ends;
    int ran = 0;
    {
      group all;
      all.spawn([&all, c = ends.next()] {
        all.stop();
        poll();
      });
      all.spawn([&all, &ran, c = ends.next(), d = ends.next()] {
        all.spawn([&ran, d] { ++ran; });
        run_inner_finish();
      });
      poll();
      NUTHATCH_CHECK(all.wait() == outcome::stopped || ran == 1, "a group lost a task");
      ends.check();
      NUTHATCH_CHECK(all.run_and_wait([&ran] { ran = 2; }) == outcome::done && ran == 2,
                     "a group cannot be used again");
    }
    check_nothing_is_stopped();
  });
}

void stopped_twice(platform::platform& on, unsigned workers, const char* scheduler) {
  in_runtime(on, workers, scheduler, [] {
    closures all;
    const outcome how = finish([&] {
      async(help_first, [c = all.next()] { stop_finish(); });
      async(help_first, [c = all.next()] {
        const outcome inner = finish([] {
          async(help_first, [] { stop_finish(); });
          poll();
          stop_finish();
        });
        NUTHATCH_CHECK(inner == outcome::stopped, "a stopped finish reports that it is done");
      });
      poll();
      stop_finish();
    });
    NUTHATCH_CHECK(how == outcome::stopped, "a stopped finish reports that it is done");
    all.check();
    check_nothing_is_stopped();
  });
}

void limited_workers(platform::platform& on, unsigned workers, const char* scheduler) {
  in_runtime(on, workers, scheduler, [] {
    detail::atomic<int> running = 0;
    std::array<int, 8> ran{};
    const auto piece = [&](std::size_t i) {
      return [&running, &one = ran[i]] {
        NUTHATCH_CHECK(running.fetch_add(1, detail::memory_order_relaxed) < 2,
                       "more pieces run than there may be workers");
        poll();
        ++one;
        running.fetch_sub(1, detail::memory_order_relaxed);
      };
    };
    const outcome how = limit_workers(2, [&] {
      fork_join(
          help_first,
          [&] { fork_join(work_first, piece(0), piece(1)); },
          [&] { fork_join(help_first, piece(2), piece(3)); });
      fork_join(work_first, [&] { fork_join(help_first, piece(4), piece(5)); }, piece(6));
      limit_workers(1, [&] {
        limit_workers(2, [&] {
          fork_join(piece(7), [] { poll(); });
          check_one_place_is_free();
        });
      });
      check_one_place_is_free();
    });
    NUTHATCH_CHECK(how == outcome::done, "a finish that nobody stopped is stopped");
    for (const int times : ran) {
      NUTHATCH_CHECK(times == 1, "a piece ran twice or not at all");
    }
    check_nothing_is_stopped();
  });
}

}  // namespace nuthatch::exploring
