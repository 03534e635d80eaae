// SPDX-License-Identifier: Apache-2.0
#include "crosswise_nest.hpp"

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::testing {

namespace {

/// body(policy), with one of the three.
template <class Body>
void with_policy(std::uint64_t number, Body body) {
  switch (number % 3) {
    case 0:
      return body(work_first);
    case 1:
      return body(help_first);
    default:
      return body(adaptive);
  }
}

/// One child of the nest: a task, and asyncs that it perhaps leaves behind.
class piece {
 public:
  explicit piece(node of) : of_(of) {}

  /// The task's body.
  void run() {
    switch (kind()) {
      case 0:
        value_ += parallel_value(of_);
        break;
      case 1:
        leave_behind([this] { value_ += parallel_value(of_); });
        break;
      case 2:
        leave_behind([this] { leave_behind([this] { value_ += parallel_value(of_); }); });
        break;
      default:
        finish([this] { async([this] { value_ += parallel_value(of_); }); });
        break;
    }
    ++ended_;
  }

  [[nodiscard]] bool task_has_ended() const { return ended_ == 1; }

  [[nodiscard]] bool all_has_ended() const {
    return task_has_ended() && asyncs_ended_ == (kind() == 1 || kind() == 2 ? kind() : 0);
  }

  /// More than it should be when something ran twice.
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  [[nodiscard]] unsigned kind() const { return static_cast<unsigned>(of_.identity >> 24U) % 4; }

  template <class Body>
  void leave_behind(Body body) {
    with_policy(of_.identity >> 28U, [&](auto policy) {
      async(policy, [this, body] {
        body();
        ++asyncs_ended_;
      });
    });
  }

  node of_;
  std::atomic<std::uint64_t> value_ = 0;
  std::atomic<unsigned> ended_ = 0;
  std::atomic<unsigned> asyncs_ended_ = 0;
};

struct thrown_on_purpose {};

/// Calls something at its end.
template <class Body>
struct at_end {
  Body body;

  ~at_end() { body(); }
};

template <class Body>
at_end(Body) -> at_end<Body>;

/// A scope that may begin and end anywhere in the body that it lies in.
struct slot {
  struct child {
    const piece* of;
    bool its_asyncs_are_waited_for;
  };

  std::optional<scope> joins;
  unsigned begun = 0;  // when
  std::vector<child> children = {};

  void check_children() {
    for (const child& each : children) {
      EXPECT_TRUE(each.of->task_has_ended()) << "a scope did not wait for a child";
      EXPECT_TRUE(!each.its_asyncs_are_waited_for || each.of->all_has_ended())
          << "a scope did not wait for the asyncs of a child";
    }
    children.clear();
  }

  void sync() {
    joins->sync();
    check_children();
  }

  void end() {
    joins.reset();
    check_children();
  }
};

/// A group that may begin and end anywhere in the body that it lies in.
struct group_slot {
  std::optional<group> tasks;
  std::vector<const piece*> children = {};

  void check_children() {
    for (const piece* each : children) {
      EXPECT_TRUE(each->all_has_ended()) << "a group did not wait for a task";
    }
    children.clear();
  }

  void wait() {
    tasks->wait();
    check_children();
  }

  void end() {
    tasks.reset();
    check_children();
  }
};

/// The body of a finish, with the scopes and groups that lie in it.
struct body {
  body* outer;
  unsigned begun;
  std::vector<const piece*>* waited_for;  // by the finish
  std::array<slot, 2> slots = {};
  std::array<group_slot, 2> groups = {};
};

class nest {
 public:
  explicit nest(node n) : dice_(n.identity) {
    pieces_.reserve(n.children());
    for (unsigned i = 0; i < n.children(); ++i) {
      pieces_.push_back(std::make_unique<piece>(n.child(i)));
    }
  }

  std::uint64_t value() {
    while (left()) {
      in_a_finish(nullptr);
    }
    while (!futures_.empty()) {
      wait_for_a_future();
    }
    std::uint64_t sum = 0;
    for (const auto& each : pieces_) {
      EXPECT_TRUE(each->all_has_ended());
      sum += each->value();
    }
    return sum;
  }

 private:
  [[nodiscard]] bool left() const { return next_ != pieces_.size(); }

  [[nodiscard]] piece& next_piece() { return *pieces_[next_++]; }

  [[nodiscard]] std::uint64_t dice(std::uint64_t sides) { return dice_.next() % sides; }

  void in_a_finish(body* around) {
    std::vector<const piece*> waited_for;
    finish([&] {
      body here{.outer = around, .begun = ++clock_, .waited_for = &waited_for};
      act(here);
      for (slot& each : here.slots) {
        each.end();
      }
      for (group_slot& each : here.groups) {
        each.end();
      }
    });
    for (const piece* each : waited_for) {
      EXPECT_TRUE(each->all_has_ended()) << "a finish did not wait for an async";
    }
  }

  void act(body& here) {
    for (std::uint64_t steps = 1 + dice(6); steps > 0 && left(); --steps) {
      act_once(here);
    }
  }

  void act_once(body& here) {
    switch (dice(16)) {
      case 0:
      case 1:
        return in_a_finish(&here);
      case 2:
        return join_a_scope(here);
      case 3:
        return spawn_async(here);
      case 4:
        return launch_a_task();
      case 5:
        return wait_for_a_future();
      case 6:
        return act_in_a_handler(here);
      case 7:
        return act_in_a_destructor(here);
      case 8:
        return wait_for_a_group(here);
      case 9:
      case 10:
      case 11:
        return spawn_into_a_group(here);
      default:
        return spawn_into_a_scope(here);
    }
  }

  /// This body or one around it.
  body& any_body(body& here) {
    body* where = &here;
    while (where->outer != nullptr && dice(2) == 0) {
      where = where->outer;
    }
    return *where;
  }

  /// A scope of such a body, and the body.
  std::pair<slot*, body*> any_slot(body& here) {
    body& where = any_body(here);
    return {&where.slots[dice(2)], &where};
  }

  void spawn_into_a_scope(body& here) {
    const auto found = any_slot(here);
    slot* const into = found.first;
    if (!into->joins) {
      into->joins.emplace();
      into->begun = ++clock_;
    }
    piece& of = next_piece();
    into->children.push_back({&of, here.begun > into->begun});
    found.second->waited_for->push_back(&of);
    with_policy(dice(3), [&](auto policy) { into->joins->spawn(policy, [&of] { of.run(); }); });
  }

  void join_a_scope(body& here) {
    slot& chosen = *any_slot(here).first;
    if (chosen.joins && dice(2) == 0) {
      chosen.sync();
    } else {
      chosen.end();
    }
  }

  /// Spawns a task that perhaps spawns another one into the same group, itself or in a child.
  void spawn_into_a_group(body& here) {
    group_slot& into = any_body(here).groups[dice(2)];
    if (!into.tasks) {
      into.tasks.emplace();
    }
    piece& of = next_piece();
    into.children.push_back(&of);
    const std::uint64_t spawns = dice(3);
    if (spawns == 0 || !left()) {
      into.tasks->spawn([&of] { of.run(); });
      return;
    }
    piece& another = next_piece();
    into.children.push_back(&another);
    into.tasks->spawn([&of, &another, spawns, all = &*into.tasks] {
      const auto spawn = [&another, all] {
        all->spawn([&another] { another.run(); });
      };
      if (spawns == 1) {
        spawn();
      } else {
        scope s;
        s.spawn(spawn);
      }
      of.run();
    });
  }

  void wait_for_a_group(body& here) {
    group_slot& chosen = any_body(here).groups[dice(2)];
    if (chosen.tasks && dice(2) == 0) {
      chosen.wait();
    } else {
      chosen.end();
    }
  }

  void spawn_async(body& here) {
    piece& of = next_piece();
    here.waited_for->push_back(&of);
    with_policy(dice(3), [&](auto policy) { async(policy, [&of] { of.run(); }); });
  }

  void launch_a_task() {
    piece& of = next_piece();
    futures_.emplace_back(&of, launch([&of] { of.run(); }));
  }

  void wait_for_a_future() {
    if (futures_.empty()) {
      return;
    }
    std::swap(futures_[dice(futures_.size())], futures_.back());
    const piece& of = *futures_.back().first;
    if (dice(2) == 0) {
      futures_.back().second.get();
    }
    futures_.pop_back();
    EXPECT_TRUE(of.all_has_ended()) << "a future did not wait for its task";
  }

  void act_in_a_handler(body& here) {
    try {
      throw thrown_on_purpose();
    } catch (const thrown_on_purpose&) {
      act(here);
    }
  }

  void act_in_a_destructor(body& here) {
    const bool by_exception = dice(2) == 0;
    try {
      const at_end guard{[&] {
        act(here);
      }};
      if (by_exception) {
        throw thrown_on_purpose();
      }
    } catch (const thrown_on_purpose&) {
      act(here);
    }
  }

  base::random_source dice_;
  std::vector<std::unique_ptr<piece>> pieces_;
  std::size_t next_ = 0;  // of the pieces: the first that is not spawned yet
  std::vector<std::pair<const piece*, future<void>>> futures_;
  unsigned clock_ = 0;
};

}  // namespace

std::uint64_t value_by_crosswise_nest(node n) {
  return nest(n).value();
}

}  // namespace nuthatch::testing
