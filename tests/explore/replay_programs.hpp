// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "explore/parts_seen.hpp"

namespace nuthatch::exploring {

// Programs with designations. `parts` is the number of their parts. expected(all) returns on which
// of `all` workers each part runs, as far as the rules of src/schedule/README.md determine it.

/// The leaves of a recursion, divided equally among all workers.
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

/// The continuation of each child of a scope runs on another worker.
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

/// Work that was sent to a worker sends some back, and its join has to wait for that.
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

/// A child stays where it was spawned although newer frames leave. The joining task takes it back.
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

/// Help-first children and an async, some of which are sent to other workers themselves. `Policy`
/// is the policy of the async's own async.
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

/// Work-first asyncs whose continuations run on other workers.
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

/// The leaves of `halves`, but without spawns if spawns may not migrate.
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

/// A task inside of two forks waits for an async. If the wait publishes the forks, its worker takes
/// up what follows the inner fork, and takes back what follows the outer one, which is on the path
/// to it.
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

/// The continuation of an async reaches the end of the finish while the async spawns others. In a
/// replay, the worker that takes these back there may have arrived before they were spawned.
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

/// An async stays where it was spawned although its continuation runs on another worker. It is run
/// by an idle worker there, or at the end of its finish.
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

/// A child that outlives a finish, and therefore is a separate task.
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

/// By `Policy`, either children are sent to another worker, or the continuation of the first child
/// is.
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
