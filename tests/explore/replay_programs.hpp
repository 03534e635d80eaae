// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "explore/parts_seen.hpp"

namespace nuthatch::exploring {

// Programs. Each says how many parts it has, and on which of `all` workers its designations have
// them run, where the rules of src/schedule/README.md leave no choice.

/// Leaves of a recursion, in equal parts for all workers.
template <class Policy, std::size_t Leaves>
struct halves {
  static constexpr std::size_t parts = Leaves;

  static void run(parts_seen& seen) { run(seen, 0, Leaves); }

  static std::vector<unsigned> expected(unsigned /*all*/) {
    std::vector<unsigned> made;
    for (std::size_t i = 0; i < Leaves; ++i) {
      made.push_back(worker_of(i, Leaves));
    }
    return made;
  }

 private:
  static void run(parts_seen& seen, std::size_t first, std::size_t last) {
    if (last - first == 1) {
      return seen.run(first);
    }
    const std::size_t middle = first + (last - first) / 2;
    designate_after_next_spawn(worker_of(middle, Leaves));
    fork_join(Policy(), [&] { run(seen, first, middle); }, [&] { run(seen, middle, last); });
  }
};

/// What follows each child of a scope goes on elsewhere; a child has one of its own that does.
struct remainders {
  static constexpr std::size_t parts = 6;

  static void run(parts_seen& seen) {
    scope children;
    send_next_to(1);
    children.spawn(work_first, [&] { seen.run(0); });
    seen.run(1);
    send_next_to(2);
    children.spawn(work_first, [&] { seen.run(2); });
    send_next_to(0);
    children.spawn(work_first, [&] { seen.run(3); });
    seen.run(4);
    children.sync();
    seen.run(5);
  }

  static std::vector<unsigned> expected(unsigned all) { return {0, 1, 1, 2 % all, 0, 0}; }
};

/// Work that was sent to a worker sends some back, whose join has to wait for it.
template <class Policy>
struct there_and_back {
  static constexpr std::size_t parts = 6;

  static void run(parts_seen& seen) {
    send_next_to(1);
    fork_join(
        Policy(),
        [&] { seen.run(0); },
        [&] {
          seen.run(1);
          send_next_to(2);
          fork_join(Policy(), [&] { seen.run(2); }, [&] { seen.run(3); });
          seen.run(4);
        });
    seen.run(5);
  }

  static std::vector<unsigned> expected(unsigned all) {
    const unsigned back = 2 % all;
    if constexpr (std::is_same_v<Policy, decltype(work_first)>) {
      return {0, 1, 1, back, back, back};
    }
    return {0, 1, 1, back, 1, 0};
  }
};

/// A child stays where it was spawned although newer frames go; whoever joins has it back.
template <class Policy>
struct held_child {
  static constexpr std::size_t parts = 5;

  static void run(parts_seen& seen) {
    scope children;
    children.spawn(help_first, [&] { seen.run(0); });
    send_next_to(1);
    fork_join(Policy(), [&] { seen.run(1); }, [&] { seen.run(2); });
    seen.run(3);
    children.sync();
    seen.run(4);
  }

  static std::vector<unsigned> expected(unsigned /*all*/) {
    const unsigned after = std::is_same_v<Policy, decltype(work_first)> ? 1 : 0;
    return {after, 0, 1, after, after};
  }
};

/// Children and an async, spawned help-first, some of which go to another worker by themselves.
/// What the async spawns has that policy.
template <class Policy>
struct sent_children_by {
  static constexpr std::size_t parts = 6;

  static void run(parts_seen& seen) {
    scope children;
    children.spawn(help_first, [&] { seen.run(0); });
    send_next_to(1);
    children.spawn(help_first, [&] { seen.run(1); });
    send_next_to(1);
    async(help_first, [&] {
      send_next_to(2);
      async(Policy(), [&] { seen.run(2); });
      seen.run(3);
    });
    seen.run(4);
    children.sync();
    seen.run(5);
  }

  static std::vector<unsigned> expected(unsigned all) { return {0, 1, 2 % all, 1, 0, 0}; }
};

using sent_children = sent_children_by<decltype(help_first)>;

/// Asyncs work-first, what follows them going on elsewhere.
struct remainders_of_asyncs {
  static constexpr std::size_t parts = 5;

  static void run(parts_seen& seen) {
    finish([&] {
      send_next_to(1);
      async(work_first, [&] { seen.run(0); });
      seen.run(1);
      send_next_to(2);
      async(work_first, [&] { seen.run(2); });
      seen.run(3);
    });
    seen.run(4);
  }

  static std::vector<unsigned> expected(unsigned all) { return {0, 1, 1, 2 % all, 2 % all}; }
};

/// Leaves as those of halves, but nothing is spawned where nothing may move.
template <std::size_t Leaves>
struct coarse_halves {
  static constexpr std::size_t parts = Leaves;

  static void run(parts_seen& seen) { run(seen, 0, Leaves); }

  static std::vector<unsigned> expected(unsigned all) {
    return halves<decltype(help_first), Leaves>::expected(all);
  }

 private:
  static void run(parts_seen& seen, std::size_t first, std::size_t last) {
    if (last - first == 1 || !spawns_may_migrate()) {
      for (; first != last; ++first) {
        seen.run(first);
      }
      return;
    }
    const std::size_t middle = first + (last - first) / 2;
    designate_after_next_spawn(worker_of(middle, Leaves));
    finish([&] {
      fork_join(help_first, [&] { run(seen, first, middle); }, [&] { run(seen, middle, last); });
    });
  }
};

/// A task waits for an async inside of two forks. If it publishes these meanwhile, its worker
/// takes up what follows the inner one; and takes back what follows the outer one, the way to it.
template <class Policy>
struct waits_inside {
  static constexpr std::size_t parts = 6;

  static void run(parts_seen& seen) {
    fork_join(
        Policy(),
        [&] {
          fork_join(
              Policy(),
              [&] {
                finish([&] {
                  async(help_first, [&] { seen.run(0); });
                  seen.run(1);
                });
                seen.run(2);
              },
              [&] { seen.run(3); });
        },
        [&] { seen.run(4); });
    seen.run(5);
  }
};

/// What follows an async comes to the end of the finish while the async spawns others. Whoever has
/// them back there may have come before them in a replay.
struct asyncs_of_an_async {
  static constexpr std::size_t parts = 6;

  static void run(parts_seen& seen) {
    finish([&] {
      async(work_first, [&] {
        async(help_first,
              [&] { fork_join(work_first, [&] { seen.run(0); }, [&] { seen.run(1); }); });
        async(help_first, [&] { seen.run(2); });
        seen.run(3);
      });
      seen.run(4);
    });
    seen.run(5);
  }
};

/// An async stays where it was spawned although what follows goes on elsewhere: whoever is out of
/// work there runs it, or the end of its finish.
template <class Policy>
struct held_async {
  static constexpr std::size_t parts = 5;

  static void run(parts_seen& seen) {
    finish([&] {
      async(help_first, [&] { seen.run(0); });
      send_next_to(1);
      fork_join(Policy(), [&] { seen.run(1); }, [&] { seen.run(2); });
      seen.run(3);
    });
    seen.run(4);
  }

  static std::vector<unsigned> expected(unsigned /*all*/) {
    if constexpr (std::is_same_v<Policy, decltype(work_first)>) {
      return {anywhere, 0, 1, 1, 1};
    }
    return {0, 0, 1, 0, 0};
  }
};

/// A child that outlives a finish, and so is a task by itself.
struct crosswise_child {
  static constexpr std::size_t parts = 4;

  static void run(parts_seen& seen) {
    scope children;
    finish([&] {
      send_next_to(1);
      children.spawn(help_first, [&] {
        async(help_first, [&] { seen.run(0); });
        seen.run(1);
      });
    });
    seen.run(2);
    children.sync();
    seen.run(3);
  }

  static std::vector<unsigned> expected(unsigned /*all*/) { return {1, 1, 0, 0}; }
};

/// Children that go to another worker by themselves; or what follows the first one does.
template <class Policy>
struct sent_by_policy {
  static constexpr std::size_t parts = 4;

  static void run(parts_seen& seen) {
    scope children;
    for (std::size_t i = 0; i < 2; ++i) {
      send_next_to(1);
      children.spawn(Policy(), [&seen, i] { seen.run(i); });
    }
    seen.run(2);
    children.sync();
    seen.run(3);
  }
};

}  // namespace nuthatch::exploring
