// SPDX-License-Identifier: Apache-2.0

// Phases on a machine whose CPUs also run other programs: workers lose their CPUs and get them
// back.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "runtime/runtime_on.hpp"
#include "schedule/replay_run.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch::schedules {
namespace {

constexpr std::uint64_t us = 1'000;
constexpr std::uint64_t ms = 1'000'000;

/// A machine whose workers the test holds up.
class shared_machine {
 public:
  explicit shared_machine(unsigned workers)
      : machine_(twin::machine_model::flat(workers), twin::costs(), 1) {
    machine_.hold_up([this](unsigned worker, std::uint64_t now_ns) {
      return held_up_ ? held_up_(worker, now_ns) : now_ns;
    });
    options wanted;
    wanted.workers = workers;
    workers_ = runtime_on(machine_, wanted);
  }

  runtime* operator->() const noexcept { return workers_.get(); }

  [[nodiscard]] std::uint64_t now_ns() const { return machine_.team().now_ns(); }

  /// Holds up workers from now on.
  void hold_up(twin::holding_up how) { held_up_ = std::move(how); }

 private:
  twin::virtual_platform machine_;
  twin::holding_up held_up_;
  std::unique_ptr<runtime> workers_;
};

/// Each worker except the first has its CPU for `has_ns` of each period, shifted for each worker.
twin::holding_up by_turns(std::uint64_t has_ns, std::uint64_t period_ns) {
  return [=](unsigned worker, std::uint64_t now_ns) {
    const std::uint64_t shifted = now_ns + worker * period_ns / 3;
    const std::uint64_t phase = shifted % period_ns;
    return worker == 0 || phase < has_ns ? now_ns : now_ns + period_ns - phase;
  };
}

/// A recursion in halves down to single pieces, each of which takes `piece_ns`.
void halves(std::size_t pieces, std::uint64_t piece_ns) {
  if (pieces == 1) {
    charge_work(piece_ns);
    return;
  }
  fork_join([=] { halves(pieces / 2, piece_ns); }, [=] { halves(pieces - pieces / 2, piece_ns); });
}

constexpr auto iteration = [] {
  halves(256, 4 * us);
};

/// Returns the virtual seconds that `runs` calls of `run` take on that machine, whose workers are
/// held up after the first `before` calls.
template <class Run>
double seconds_of(unsigned workers, int before, int runs, const twin::holding_up& then, Run run) {
  shared_machine machine(workers);
  double seconds = 0;
  machine->run([&] {
    for (int i = 0; i < before; ++i) {
      run();
    }
    machine.hold_up(then);
    const std::uint64_t start = machine.now_ns();
    for (int i = 0; i < runs; ++i) {
      run();
    }
    seconds = 1e-9 * static_cast<double>(machine.now_ns() - start);
  });
  return seconds;
}

/// Checks the bound of docs/schedules.md: a quarter, plus the time of 32 runs if something has
/// changed.
void expect_little_loss(unsigned workers, int before, int runs, const twin::holding_up& then) {
  const double stolen = seconds_of(workers, before, runs, then, iteration);
  persistent_phase phase;
  const double by_phase =
      seconds_of(workers, before, runs, then, [&phase] { phase.run(iteration); });
  const double one = stolen / runs;
  EXPECT_LT(by_phase, 1.25 * stolen + 32 * one)
      << "restarts " << phase.restarts() << ", " << to_string(phase.stage());
}

TEST(phase_on_shared_cpus_test, loses_little_where_workers_have_their_cpus_by_turns) {
  for (const unsigned workers : {2U, 4U, 8U}) {
    for (const int before : {0, 30}) {
      SCOPED_TRACE(::testing::Message() << workers << " workers, from run " << before << " on");
      expect_little_loss(workers, before, 300, by_turns(3 * ms, 12 * ms));
      expect_little_loss(workers, before, 300, by_turns(200 * us, 4 * ms));
      expect_little_loss(workers, before, 100, by_turns(1 * ms, 40 * ms));
    }
  }
}

// The schedule that was found while one worker did everything is followed no longer than it is
// worthwhile.
TEST(phase_on_shared_cpus_test, comes_back_from_a_serial_schedule) {
  for (const unsigned workers : {2U, 8U, 16U}) {
    for (const int alone : {5, 20, 60, 200}) {
      SCOPED_TRACE(::testing::Message() << workers << " workers, alone for " << alone << " runs");
      shared_machine machine(workers);
      machine.hold_up([](unsigned worker, std::uint64_t now_ns) {
        return worker == 0 ? now_ns : now_ns + 1'000 * ms;
      });
      machine->run([&] {
        persistent_phase phase;
        for (int i = 0; i < alone; ++i) {
          phase.run(iteration);
        }
        machine.hold_up({});
        charge_work(1'000 * ms);
        iteration();  // all are awake
        std::uint64_t start = machine.now_ns();
        for (int i = 0; i < 100; ++i) {
          iteration();
        }
        const std::uint64_t stolen = machine.now_ns() - start;
        start = machine.now_ns();
        for (int i = 0; i < 100; ++i) {
          phase.run(iteration);
        }
        EXPECT_LT(machine.now_ns() - start, stolen * 5 / 4 + stolen * 32 / 100)
            << "restarts " << phase.restarts() << ", " << to_string(phase.stage());
      });
    }
  }
}

// While the phase steals, recordings and phases are still part of its runs: two of them at the same
// time are no error, and an inner phase learns nothing.
TEST(phase_on_shared_cpus_test, contains_recordings_and_phases_while_it_steals) {
  const shared_machine machine(2);
  machine->run([] {
    persistent_phase phase;
    persistent_phase inner;
    int runs_that_steal = 0;
    for (int i = 0; i < 60; ++i) {
      runs_that_steal += phase.steals() ? 1 : 0;
      phase.run([&inner] {
        charge_work(1 * ms);  // hardly parallel
        fork_join(
            [] {
              for (int each = 0; each < 3; ++each) {
                EXPECT_GE(record([] { halves(8, us); }).steps(), 1U);
              }
            },
            [&inner] {
              for (int each = 0; each < 3; ++each) {
                EXPECT_GE(record([] { halves(8, us); }).steps(), 1U);
                inner.run([] { halves(8, us); });
              }
            });
      });
    }
    EXPECT_EQ(phase.runs(), 60U);
    EXPECT_GE(runs_that_steal, 16);
    EXPECT_EQ(inner.runs(), 0U);
  });
}

/// Returns the duration of a run that follows a schedule of four workers, while the last worker has
/// no CPU.
std::uint64_t ns_without_a_worker(replay_mode mode, std::uint64_t patience_ns) {
  constexpr unsigned last = 3;
  shared_machine machine(last + 1);
  std::uint64_t took_ns = 0;
  machine->run([&] {
    iteration();
    const schedule made = record(iteration);
    machine.hold_up([end_ns = machine.now_ns() + 100 * ms](unsigned worker, std::uint64_t now_ns) {
      return worker == last ? std::max(now_ns, end_ns) : now_ns;
    });
    const std::uint64_t start = machine.now_ns();
    const replay_run run =
        replay_outside(made, mode, patience_ns, [](void*) { finish(iteration); }, nullptr);
    took_ns = machine.now_ns() - start;
    EXPECT_EQ(run.overdue, patience_ns != 0);
    EXPECT_EQ(run.done.mismatches, 0U);
  });
  return took_ns;
}

TEST(phase_on_shared_cpus_test, takes_over_what_a_worker_without_a_cpu_has_not_begun) {
  for (const replay_mode mode :
       {replay_mode::strict_ordered, replay_mode::strict_unordered, replay_mode::relaxed}) {
    EXPECT_LT(ns_without_a_worker(mode, 400 * us), 1 * ms);
  }
}

// A strict replay that was requested stays strict.
TEST(phase_on_shared_cpus_test, waits_for_it_where_a_strict_replay_was_asked_for) {
  for (const replay_mode mode : {replay_mode::strict_ordered, replay_mode::strict_unordered}) {
    EXPECT_GT(ns_without_a_worker(mode, 0), 99 * ms);
  }
}

}  // namespace
}  // namespace nuthatch::schedules
