// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <stdexcept>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "core/replay/pedigrees.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "hop.hpp"

namespace nuthatch::testing {

/// A random program of all constructs. Each task counts its spawns itself and compares the count
/// with the pedigree that the runtime tracks. The number of a task determines what it does, so a
/// task with a wrong number does something else.
class numbered_program {
 public:
  /// Whether tasks also launch others and send themselves to other workers, which is outside of
  /// schedules.
  enum class reach : std::uint8_t { everything, inside };

  /// `depth` is the depth to which tasks nest.
  explicit numbered_program(std::uint64_t root,
                            int depth = 4,
                            reach how = reach::everything) noexcept
      : root_(root),
        depth_(depth),
        reach_(how) {}

  /// Runs the program as a recorded region of the calling task.
  void run() {
    const core::recorded_region region(core::worker::current(), {root_, 0});
    finish([this] { run_task(root_, depth_); });
  }

  /// Returns the number of tasks that ran.
  [[nodiscard]] std::uint64_t tasks() const noexcept { return tasks_; }

  /// Returns a hash of all tasks that does not depend on their order.
  [[nodiscard]] std::uint64_t fingerprint() const noexcept { return fingerprint_; }

  /// Returns how often a pedigree differed from the task's own count.
  [[nodiscard]] std::uint64_t errors() const noexcept { return errors_; }

  /// The workers on which the parts of a fork_join ran.
  struct fork_seen {
    detail::pedigree at{};
    unsigned spawner = 0;
    unsigned first_begin = 0;
    unsigned first_end = 0;
    unsigned second_begin = 0;
    unsigned second_end = 0;
    unsigned after = 0;
  };

  /// Most of the forks of the last run.
  [[nodiscard]] const std::vector<fork_seen>& forks() const noexcept { return forks_; }

  /// The workers on which a spawner ran before and after it had spawned a separate task.
  struct spawn_seen {
    detail::pedigree at{};
    unsigned before = 0;
    unsigned after = 0;
  };

  [[nodiscard]] const std::vector<spawn_seen>& spawns() const noexcept { return spawns_; }

  /// The worker on which each task began, and the one on which it ended, by number.
  [[nodiscard]] const std::map<std::uint64_t, unsigned>& begins() const noexcept { return begins_; }

  [[nodiscard]] const std::map<std::uint64_t, unsigned>& ends() const noexcept { return ends_; }

 private:
  /// The pedigree of a task by its own count.
  class place_of_task {
   public:
    explicit place_of_task(std::uint64_t number) noexcept : at_{number, 0}, random_(number) {}

    /// Counts a spawn, and returns the number of the child.
    std::uint64_t spawn() noexcept {
      const std::uint64_t number = core::child_pedigree_hash(at_);
      ++at_.spawn_rank;
      return number;
    }

    [[nodiscard]] const detail::pedigree& at() const noexcept { return at_; }

    std::uint32_t below(std::uint32_t bound) noexcept {
      random_ = random_ * 6364136223846793005 + 1442695040888963407;
      return static_cast<std::uint32_t>((random_ >> 33U) % bound);
    }

   private:
    detail::pedigree at_;
    std::uint64_t random_;
  };

  void check(const place_of_task& me) noexcept {
    const detail::pedigree found = core::worker::current().pedigrees().current();
    if (found.task_hash != me.at().task_hash || found.spawn_rank != me.at().spawn_rank) {
      ++errors_;
    }
  }

  void check_outside() noexcept {
    if (core::worker::current().pedigrees().current().task_hash != 0) {
      ++errors_;
    }
  }

  static unsigned this_worker() noexcept { return core::worker::current().index(); }

  void run_task(std::uint64_t number, int depth) {
    ++tasks_;
    {
      const std::scoped_lock lock(mutex_);
      begins_[number] = this_worker();
    }
    fingerprint_ += number;
    place_of_task me(number);
    check(me);
    for (std::uint32_t left = 1 + me.below(3); left > 0; --left) {
      act(me, depth);
      check(me);
    }
    const std::scoped_lock lock(mutex_);
    ends_[number] = this_worker();
  }

  void note_spawn(spawn_seen seen) {
    seen.after = this_worker();
    const std::scoped_lock lock(mutex_);
    spawns_.push_back(seen);
  }

  template <class Do>
  static void with_some_policy(place_of_task& me, Do what) {
    switch (me.below(3)) {
      case 0:
        return what(help_first);
      case 1:
        return what(work_first);
      default:
        return what(adaptive);
    }
  }

  /// Continues the same task in a callable that is not a task itself.
  void act_inline(place_of_task& me, int depth) {
    check(me);
    if (me.below(2) == 0) {
      act(me, depth - 1);
    }
    check(me);
  }

  void act(place_of_task& me, int depth) {
    if (depth <= 0) {
      poll();
      return;
    }
    using action = void (numbered_program::*)(place_of_task&, int);
    static constexpr std::array<action, 14> actions{&numbered_program::fork_two,
                                                    &numbered_program::fork_two,
                                                    &numbered_program::fork_three,
                                                    &numbered_program::use_scope,
                                                    &numbered_program::use_two_scopes,
                                                    &numbered_program::use_finish,
                                                    &numbered_program::spawn_asyncs,
                                                    &numbered_program::launch_one,
                                                    &numbered_program::throw_one,
                                                    &numbered_program::go_elsewhere,
                                                    &numbered_program::use_group,
                                                    &numbered_program::spawn_into_older_scope,
                                                    &numbered_program::run_loop,
                                                    &numbered_program::go_deep};
    (this->*actions[me.below(actions.size())])(me, depth);
  }

  void fork_two(place_of_task& me, int depth) {
    with_some_policy(me, [this, &me, depth](auto policy) {
      fork_seen seen{.at = me.at(), .spawner = this_worker()};
      fork_join(
          policy,
          [this, &seen, child = me.spawn(), depth] {
            seen.first_begin = this_worker();
            run_task(child, depth - 1);
            seen.first_end = this_worker();
          },
          [this, &seen, &me, depth] {
            seen.second_begin = this_worker();
            act_inline(me, depth);
            seen.second_end = this_worker();
          });
      note_fork(seen);
    });
  }

  void fork_three(place_of_task& me, int depth) {
    with_some_policy(me, [this, &me, depth](auto policy) {
      const std::uint64_t first = me.spawn();
      const std::uint64_t second = me.spawn();
      fork_join(
          policy,
          [this, first, depth] { run_task(first, depth - 1); },
          [this, second, depth] { run_task(second, depth - 1); },
          [this, &me, depth] { act_inline(me, depth); });
    });
  }

  void spawn_into(scope& s, place_of_task& me, int depth) {
    with_some_policy(me, [this, &s, &me, depth](auto policy) {
      const spawn_seen seen{.at = me.at(), .before = this_worker()};
      s.spawn(policy, [this, child = me.spawn(), depth] { run_task(child, depth - 1); });
      note_spawn(seen);
    });
    check(me);
  }

  void use_scope(place_of_task& me, int depth) {
    scope s;
    for (std::uint32_t round = 1 + me.below(2); round > 0; --round) {
      for (std::uint32_t left = me.below(5); left > 0; --left) {
        spawn_into(s, me, depth);
      }
      if (me.below(2) == 0) {
        act_inline(me, depth - 1);
        spawn_into(s, me, depth);
      }
      s.sync();
      check(me);
    }
    spawn_into(s, me, depth);
  }

  void use_two_scopes(place_of_task& me, int depth) {
    scope one;
    scope other;
    for (std::uint32_t left = 1 + me.below(3); left > 0; --left) {
      spawn_into(one, me, depth);
      spawn_into(other, me, depth);
    }
    one.sync();
    check(me);
    spawn_into(one, me, depth);
  }

  void spawn_asyncs(place_of_task& me, int depth) {
    for (std::uint32_t left = me.below(4); left > 0; --left) {
      with_some_policy(me, [this, &me, depth](auto policy) {
        const spawn_seen seen{.at = me.at(), .before = this_worker()};
        async(policy, [this, child = me.spawn(), depth] { run_task(child, depth - 1); });
        note_spawn(seen);
      });
      check(me);
    }
  }

  void use_finish(place_of_task& me, int depth) {
    finish([this, &me, depth] {
      spawn_asyncs(me, depth);
      act_inline(me, depth);
      spawn_asyncs(me, depth);
    });
  }

  void launch_one(place_of_task& me, int depth) {
    if (reach_ == reach::inside) {
      return use_scope(me, depth);
    }
    const future<int> outside = launch([this] {
      check_outside();
      fork_join([this] { check_outside(); }, [this] { check_outside(); });
      return 1;
    });
    if (me.below(2) == 0) {
      act_inline(me, depth);
    }
    outside.wait();
  }

  void throw_one(place_of_task& me, int depth) {
    const bool first_throws = me.below(2) == 0;
    try {
      with_some_policy(me, [this, &me, depth, first_throws](auto policy) {
        fork_join(
            policy,
            [this, child = me.spawn(), depth, first_throws] {
              run_task(child, depth - 1);
              if (first_throws) {
                throw std::runtime_error("the first callable");
              }
            },
            [this, &me, depth, first_throws] {
              act_inline(me, depth);
              if (!first_throws) {
                throw std::runtime_error("the second callable");
              }
            });
      });
      ++errors_;
    } catch (const std::runtime_error&) {
      check(me);
    }
  }

  void go_elsewhere(place_of_task& me, int /*depth*/) {
    if (reach_ == reach::inside) {
      return poll();
    }
    const unsigned workers = core::worker::current().team().size();
    hop_to(me.below(1'000) % workers);
  }

  void use_group(place_of_task& me, int depth) {
    if (reach_ == reach::inside) {
      return use_finish(me, depth);
    }
    group g;
    for (std::uint32_t left = 1 + me.below(3); left > 0; --left) {
      g.spawn([this, child = me.spawn(), depth] { run_task(child, depth - 1); });
      check(me);
    }
    g.wait();
  }

  /// The children of the scope are separate tasks.
  void spawn_into_older_scope(place_of_task& me, int depth) {
    scope s;
    finish([this, &s, &me, depth] {
      spawn_into(s, me, depth);
      act_inline(me, depth - 1);
    });
    check(me);
    spawn_into(s, me, depth);
    s.sync();
  }

  /// A recursion that needs further stacks if stacks are small.
  void go_deep(place_of_task& me, int /*depth*/) { fork_deep(me, 8 + me.below(200)); }

  void fork_deep(place_of_task& me, std::uint32_t levels) {
    with_some_policy(me, [this, &me, levels](auto policy) {
      fork_seen seen{.at = me.at(), .spawner = this_worker()};
      fork_join(
          policy,
          [this, &seen, child = me.spawn(), levels] {
            seen.first_begin = this_worker();
            place_of_task below(child);
            check(below);
            if (levels > 0) {
              fork_deep(below, levels - 1);
            } else {
              go_elsewhere(below, 0);
            }
            check(below);
            seen.first_end = this_worker();
          },
          [this, &seen, &me] {
            seen.second_begin = this_worker();
            check(me);
            seen.second_end = this_worker();
          });
      check(me);
      note_fork(seen);
    });
  }

  void note_fork(fork_seen seen) {
    seen.after = this_worker();
    const std::scoped_lock lock(mutex_);
    forks_.push_back(seen);
  }

  /// A loop runs in a separate task, because only the runtime knows its number of spawns.
  void run_loop(place_of_task& me, int /*depth*/) {
    with_some_policy(me, [this, &me](auto policy) {
      const std::uint64_t child = me.spawn();
      const unsigned end = me.below(2'000);
      fork_join(
          policy,
          [this, policy, end, child] {
            check(place_of_task(child));
            parallel_for(policy, 0U, end, [this](unsigned i) {
              const detail::pedigree found = core::worker::current().pedigrees().current();
              fingerprint_ += (found.task_hash ^ found.spawn_rank) * (i + 1);
            });
          },
          [this, &me] { check(me); });
    });
  }

  const std::uint64_t root_;
  const int depth_;
  const reach reach_;
  std::mutex mutex_;
  std::vector<fork_seen> forks_;
  std::vector<spawn_seen> spawns_;
  std::map<std::uint64_t, unsigned> begins_;
  std::map<std::uint64_t, unsigned> ends_;
  std::atomic<std::uint64_t> tasks_ = 0;
  std::atomic<std::uint64_t> fingerprint_ = 0;
  std::atomic<std::uint64_t> errors_ = 0;
};

}  // namespace nuthatch::testing
