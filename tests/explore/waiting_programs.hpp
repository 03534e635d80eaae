// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "base/assert.hpp"
#include "explore/parts_seen.hpp"
#include "hop.hpp"

namespace nuthatch::exploring {

// More programs like those of replay_programs.hpp: their tasks wait for work outside of schedules,
// or while they keep frames. An *errand* is a step that is in the schedule, and that the replayed
// program may leave out.

/// A task waits for a child on another worker while it keeps a child of another scope.
struct waits_with_a_frame {
  static constexpr std::size_t parts = 5;

  static void run(parts_seen& seen) {
    scope kept;
    scope sent;
    kept.spawn(help_first, [&] { seen.run(0); });
    send_next_to(1);
    sent.spawn(help_first, [&] { seen.run(1); });
    seen.run(2);
    sent.sync();
    seen.run(3);
    kept.sync();
    seen.run(4);
  }

  static std::vector<unsigned> expected(unsigned /*all*/) { return {0, 1, 0, 0, 0}; }
};

/// A group waits for a task that a launched task put into it, and a finish waits for a task that
/// was sent to a place. Both tasks are outside of schedules.
struct joins_from_outside {
  static constexpr std::size_t parts = 4;

  static void run(parts_seen& seen) {
    group all;
    const future<void> outside = launch([&all] { all.spawn([] { poll(); }); });
    send_next_to(1);
    fork_join(help_first, [&] { seen.run(0); }, [&] { seen.run(1); });
    outside.wait();
    all.wait();
    seen.run(2);
    finish([&] { async(at(place(0)), [] { poll(); }); });
    seen.run(3);
  }

  static std::vector<unsigned> expected(unsigned /*all*/) { return {0, 1, anywhere, anywhere}; }
};

/// Tasks wait for launched tasks, which are outside of schedules and may run on any worker.
struct waits_outside {
  static constexpr std::size_t parts = 6;

  static void run(parts_seen& seen) {
    send_next_to(1);
    fork_join(
        help_first,
        [&] {
          seen.run(0);
          const future<void> launched = launch([] { poll(); });
          seen.run(1);
          launched.wait();
          seen.run(2);
        },
        [&] {
          const future<void> first = launch([] { poll(); });
          const future<void> second = launch([&first] { first.wait(); });
          seen.run(3);
          second.wait();
          seen.run(4);
        });
    seen.run(5);
  }

  static std::vector<unsigned> expected(unsigned /*all*/) { return {0, 0, 0, 1, 1, 0}; }
};

/// A task that waited for something outside of the schedule reaches a join. A task that the join
/// counts waits for a child on the same worker. In the recording, that child may have begun
/// earlier.
struct early_at_a_join {
  static constexpr std::size_t parts = 5;

  static void run(parts_seen& seen) {
    testing::rendezvous meeting;
    const future<void> launched = launch([&meeting] { meeting.tell(); });
    scope children;
    send_next_to(1);
    children.spawn(help_first, [&] {
      scope grandchildren;
      send_next_to(0);
      grandchildren.spawn(help_first, [&] { seen.run(0); });
      seen.run(1);
      grandchildren.sync();
      seen.run(2);
    });
    NUTHATCH_CHECK(meeting.wait_and_go_on_at(0), "a task goes on at another worker");
    seen.run(3);
    children.sync();
    seen.run(4);
    launched.wait();
  }

  static std::vector<unsigned> expected(unsigned /*all*/) { return {0, 1, 1, 0, 0}; }
};

/// Children are sent to a worker; all except the last one wait there for a notification. If there
/// are four stacks, the last child gets none until another one has ended.
struct four_for_three_stacks {
  static constexpr std::size_t parts = 9;

  static void run(parts_seen& seen) {
    std::array<testing::rendezvous, 3> meetings;
    scope children;
    for (std::size_t i = 0; i < meetings.size(); ++i) {
      send_next_to(1);
      children.spawn(help_first, [&seen, &meeting = meetings[i], i] {
        seen.run(2 * i);
        NUTHATCH_CHECK(meeting.wait_and_go_on_at(1), "a task goes on at another worker");
        seen.run(2 * i + 1);
      });
    }
    send_next_to(1);
    children.spawn(help_first, [&] { seen.run(6); });
    seen.run(7);
    for (testing::rendezvous& each : meetings) {
      each.tell();
    }
    children.sync();
    seen.run(8);
  }

  static std::vector<unsigned> expected(unsigned /*all*/) { return {1, 1, 1, 1, 1, 1, 1, 0, 0}; }
};

/// If `Sent`, another worker runs the part. Otherwise it stays here, whatever the schedule states.
template <bool Sent>
void run_errand(parts_seen& seen, std::size_t part) {
  scope around;
  around.spawn(help_first, [&seen, part] {
    if constexpr (Sent) {
      send_next_to(1);
      finish([&] { async(help_first, [&seen, part] { seen.run(part); }); });
    } else {
      seen.run(part);
    }
  });
  around.sync();
}

/// Runs an errand, then a program.
template <class Program, bool Sent>
struct with_errand {
  static constexpr std::size_t parts = Program::parts + 1;

  static void run(parts_seen& seen) {
    run_errand<Sent>(seen, Program::parts);
    Program::run(seen);
  }

  static std::vector<unsigned> expected(unsigned all) {
    std::vector<unsigned> made = Program::expected(all);
    made.push_back(Sent ? 1 : 0);
    return made;
  }
};

/// Runs a program, then an errand, and then sends one more part to the worker of the errand.
template <class Program, bool Sent>
struct with_late_errand {
  static constexpr std::size_t parts = Program::parts + 2;

  static void run(parts_seen& seen) {
    Program::run(seen);
    run_errand<Sent>(seen, Program::parts);
    scope children;
    send_next_to(1);
    children.spawn(help_first, [&seen] { seen.run(Program::parts + 1); });
    children.sync();
  }

  static std::vector<unsigned> expected(unsigned all) {
    std::vector<unsigned> made = Program::expected(all);
    made.push_back(Sent ? 1 : 0);
    made.push_back(1);
    return made;
  }
};

}  // namespace nuthatch::exploring
