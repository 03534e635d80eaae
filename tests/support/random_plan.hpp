// SPDX-License-Identifier: Apache-2.0

// Programs as data: which task spawns what, and how. planned_program.hpp runs them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <nuthatch/policy.hpp>

#include "base/random.hpp"

namespace nuthatch::testing {

/// An action of a task. The actions are in program order; `kind` determines which members are used.
struct planned_action {
  enum class kind : std::uint8_t {
    work,    ///< a part: takes some nanoseconds, and records the worker that runs it
    fork,    ///< fork_join(policy, first, second): `first` is a task, `second` is not
    scope,   ///< runs `first` with a scope around it
    spawn,   ///< spawns `first` as a child of the enclosing scope
    sync,    ///< joins the enclosing scope
    async,   ///< spawns `first` under the enclosing finish
    finish,  ///< runs `first` with a finish around it
    group,   ///< runs `first` with a group around it
    put,     ///< spawns `first` as a task of the enclosing group
    wait,    ///< waits for the enclosing group
  };

  /// The callables of a fork that throw at their end.
  enum class throws : std::uint8_t { none, first, second, both };

  kind what = kind::work;
  spawn_policy policy = spawn_policy::help_first;
  throws thrown = throws::none;
  std::uint32_t cost_ns = 0;   ///< of a part
  std::uint32_t part = 0;      ///< the number of the part, in the order of the text
  std::uint32_t parts_to = 0;  ///< the action has the parts from `part` to before this
  std::vector<planned_action> first{};
  std::vector<planned_action> second{};
};

using plan = std::vector<planned_action>;

/// Numbers the parts from `from` on. Returns the number after the last one.
inline std::uint32_t number_parts(plan& of, std::uint32_t from = 0) {
  std::uint32_t next = from;
  for (planned_action& each : of) {
    each.part = next;
    if (each.what == planned_action::kind::work) {
      ++next;
    }
    next = number_parts(each.second, number_parts(each.first, next));
    each.parts_to = next;
  }
  return next;
}

/// Generates random plans, and changes them at random.
class plan_maker {
 public:
  struct limits {
    std::uint32_t parts = 200;         ///< the approximate number of parts
    std::uint32_t cost_ns = 4'000;     ///< of a part, at most
    std::uint32_t deepest_chain = 60;  ///< of forks in first callables
    bool groups = false;               ///< whether there are groups
  };

  plan_maker(std::uint64_t seed, limits within) : random_(seed), within_(within) {}

  explicit plan_maker(std::uint64_t seed) : plan_maker(seed, limits{}) {}

  /// Generates a plan that begins and ends with a part, like each task.
  [[nodiscard]] plan make() {
    left_ = within_.parts;
    plan made{work()};
    while (left_ > 0) {
      add_construct(made, deepest);
      made.push_back(work());
    }
    number_parts(made);
    return made;
  }

  /// Makes one random change: another policy of a spawn, an additional spawn, a deeper branch, an
  /// action less, or an earlier join.
  void change(plan& of) {
    left_ = within_.parts / 10;
    switch (random_.below(6)) {
      case 0:
        flip_policy(some_action(of, has_policy));
        break;
      case 1: {
        plan& tasks = some_block(of);
        const std::size_t at = random_.below(static_cast<std::uint32_t>(tasks.size()));
        tasks.insert(tasks.begin() + static_cast<std::ptrdiff_t>(at), an_async(0));
        break;
      }
      case 2:
        add_construct(some_block(of), 3);
        break;
      case 3:
        leave_out(some_block(of));
        break;
      case 4:
        put_in_finish(some_action(of, can_be_in_finish));
        break;
      default:
        join_early(of);
    }
    number_parts(of);
  }

 private:
  using kind = planned_action::kind;

  static constexpr int deepest = 5;

  static bool has_policy(const planned_action& each) {
    return each.what == kind::fork || each.what == kind::spawn || each.what == kind::async;
  }

  static bool can_be_in_finish(const planned_action& each) {
    return each.what == kind::fork || each.what == kind::async;
  }

  static void flip_policy(planned_action& of) {
    of.policy =
        of.policy == spawn_policy::work_first ? spawn_policy::help_first : spawn_policy::work_first;
  }

  spawn_policy some_policy() {
    return random_.below(2) == 0 ? spawn_policy::help_first : spawn_policy::work_first;
  }

  planned_action work() {
    left_ -= left_ == 0 ? 0 : 1;
    return {.cost_ns = 1 + random_.below(within_.cost_ns)};
  }

  /// Generates the actions of a task at this depth.
  plan a_task(int depth) {
    plan made{work()};
    if (depth > 0) {
      for (std::uint32_t more = random_.below(3); more > 0 && left_ > 0; --more) {
        add_construct(made, depth);
        made.push_back(work());
      }
    }
    return made;
  }

  planned_action a_fork(int depth) {
    planned_action made{.what = kind::fork, .policy = some_policy()};
    made.first = a_task(depth - 1);
    made.second = a_task(depth - 1);
    return made;
  }

  planned_action an_async(int depth) {
    planned_action made{.what = kind::async, .policy = some_policy()};
    made.first = a_task(depth - 1);
    return made;
  }

  planned_action a_scope(int depth) {
    planned_action made{.what = kind::scope};
    for (std::uint32_t rounds = 1 + random_.below(2); rounds > 0; --rounds) {
      for (std::uint32_t more = 1 + random_.below(4); more > 0; --more) {
        made.first.push_back({.what = kind::spawn, .policy = some_policy()});
        made.first.back().first = a_task(depth - 1);
        if (random_.below(2) == 0) {
          made.first.push_back(work());
        }
      }
      if (random_.below(3) == 0) {
        add_construct(made.first, depth - 1);
      }
      if (random_.below(2) == 0) {
        made.first.push_back({.what = kind::sync});
        made.first.push_back(work());
      }
    }
    return made;
  }

  planned_action a_finish(int depth) {
    planned_action made{.what = kind::finish};
    for (std::uint32_t more = 1 + random_.below(4); more > 0; --more) {
      made.first.push_back(an_async(depth));
      made.first.push_back(work());
    }
    if (random_.below(2) == 0) {
      add_construct(made.first, depth - 1);
      made.first.push_back(work());
    }
    return made;
  }

  planned_action a_task_of_a_group(int depth) {
    planned_action made{.what = kind::put};
    made.first = a_task(depth - 1);
    if (depth > 1 && random_.below(3) == 0) {
      made.first.push_back(a_task_of_a_group(depth - 1));
      made.first.push_back(work());
    }
    return made;
  }

  planned_action a_group(int depth) {
    planned_action made{.what = kind::group};
    for (std::uint32_t more = 1 + random_.below(4); more > 0; --more) {
      made.first.push_back(a_task_of_a_group(depth));
      if (random_.below(2) == 0) {
        made.first.push_back(work());
      }
      if (random_.below(4) == 0) {
        add_construct(made.first, depth - 1);
      }
      if (random_.below(4) == 0) {
        made.first.push_back({.what = kind::wait});
        made.first.push_back(work());
      }
    }
    return made;
  }

  /// Generates a recursion that fills stacks if they are small.
  planned_action a_chain(std::uint32_t levels) {
    planned_action made{.what = kind::fork, .policy = some_policy()};
    made.first.push_back(work());
    if (levels > 0) {
      made.first.push_back(a_chain(levels - 1));
      made.first.push_back(work());
    }
    made.second.push_back(work());
    return made;
  }

  void add_construct(plan& to, int depth) {
    if (depth <= 0) {
      return;
    }
    switch (random_.below(within_.groups ? 14 : 12)) {
      case 0:
      case 1:
      case 2:
      case 3:
        to.push_back(a_fork(depth));
        break;
      case 4:
      case 5:
        to.push_back(a_scope(depth));
        break;
      case 6:
      case 7:
        to.push_back(a_finish(depth));
        break;
      case 8:
      case 9:
        to.push_back(an_async(depth));
        break;
      case 10:
        to.push_back(a_fork(depth));
        to.back().thrown = static_cast<planned_action::throws>(1 + random_.below(3));
        break;
      case 12:
      case 13:
        to.push_back(a_group(depth));
        break;
      default:
        if (depth == deepest) {
          to.push_back(a_chain(random_.below(within_.deepest_chain)));
        } else {
          to.push_back(a_fork(depth));
        }
    }
  }

  /// Removes one action between the first part and the last one.
  void leave_out(plan& of) {
    if (of.size() > 2) {
      const std::uint32_t at = 1 + random_.below(static_cast<std::uint32_t>(of.size() - 2));
      of.erase(of.begin() + static_cast<std::ptrdiff_t>(at));
    }
  }

  static void put_in_finish(planned_action& of) {
    planned_action around{.what = kind::finish};
    around.first.push_back(std::move(of));
    of = std::move(around);
  }

  /// Adds a sync in one of the scopes, if there is one.
  void join_early(plan& of) {
    std::vector<planned_action*> scopes;
    collect(of, [](const planned_action& each) { return each.what == kind::scope; }, scopes);
    if (!scopes.empty()) {
      plan& inside = scopes.at(random_.below(static_cast<std::uint32_t>(scopes.size())))->first;
      const std::uint32_t at = random_.below(static_cast<std::uint32_t>(inside.size()) + 1);
      inside.insert(inside.begin() + static_cast<std::ptrdiff_t>(at), {.what = kind::sync});
    }
  }

  /// Collects the actions of the whole plan for which `wanted` holds.
  static void collect(plan& of, auto wanted, std::vector<planned_action*>& found) {
    for (planned_action& each : of) {
      if (wanted(each)) {
        found.push_back(&each);
      }
      collect(each.first, wanted, found);
      collect(each.second, wanted, found);
    }
  }

  planned_action& some_action(plan& of, auto wanted) {
    std::vector<planned_action*> found;
    collect(of, wanted, found);
    return *found.at(random_.below(static_cast<std::uint32_t>(found.size())));
  }

  /// Returns the block of a task, or of the second callable of a fork.
  plan& some_block(plan& of) {
    planned_action& chosen = some_action(of, has_policy);
    return chosen.what == kind::fork && random_.below(2) == 0 ? chosen.second : chosen.first;
  }

  base::random_source random_;
  const limits within_;
  std::uint32_t left_ = 0;
};

}  // namespace nuthatch::testing
