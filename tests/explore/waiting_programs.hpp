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

// More programs as those of replay_programs.hpp: whose tasks wait for what is outside of schedules,
// or with something in hand; and errands, which schedules may have and programs not.

/// A task waits for a child that went elsewhere, while one of another scope is kept here.
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

/// A group waits for a task that a launched one put into it, and a finish for one that was sent to
/// a place. Both are outside of schedules.
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

/// Tasks that wait for launched ones, which are outside of schedules and go to anybody.
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

/// A task that was told to go on from outside comes to a join. Somebody the join counts waits for
/// a child on this worker, which when this was recorded may have begun before.
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

/// Children go to a worker, and wait there to be told to go on, but for the last one. Where there
/// are four stacks, that one has none until another has ended.
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

/// A part that another worker takes up; or whose schedule says so, while it stays where it is.
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

/// A program after an errand.
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

/// One before an errand, after which one part more goes to that worker.
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
