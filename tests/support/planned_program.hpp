// SPDX-License-Identifier: Apache-2.0

// Runs plans, and records which worker ran which of their parts in which order.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"
#include "random_plan.hpp"

namespace nuthatch::testing {

/// The worker and the order of the parts of a plan in one run.
struct parts_run {
  std::vector<std::uint32_t> worker_of;           ///< by part
  std::vector<std::vector<std::uint32_t>> order;  ///< by worker: its parts as they began

  friend bool operator==(const parts_run&, const parts_run&) = default;
};

/// A run of a plan. It checks at each join that everything that it waits for has run.
class planned_program {
 public:
  /// Each part takes its cost times a separate factor from 1/2 to 3/2, which follows from `seed`.
  planned_program(const plan& what, std::uint64_t seed)
      : plan_(what),
        seed_(seed),
        done_(what.back().parts_to, 0) {
    run_.worker_of.resize(done_.size());
  }

  /// Runs the plan in the calling task, under a new finish.
  void run() {
    run_.order.resize(core::worker::current().team().size());
    finish([this] { run_block(plan_, {}); });
    require(0, plan_.back().parts_to);
  }

  [[nodiscard]] const parts_run& parts() const noexcept { return run_; }

  /// Returns how often a part did not run exactly once, or a join did not wait for something.
  [[nodiscard]] unsigned errors() const noexcept { return errors_; }

 private:
  using kind = planned_action::kind;
  using throws = planned_action::throws;

  /// The surroundings of a block: the scope of its children, or the group of its tasks.
  struct surroundings {
    scope* children = nullptr;
    group* tasks = nullptr;
  };

  struct planned_exception : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  static void throw_if(bool wanted) {
    if (wanted) {
      throw planned_exception("as planned");
    }
  }

  /// Checks that each of these parts has run once.
  void require(std::uint32_t from, std::uint32_t to) {
    for (std::uint32_t part = from; part < to; ++part) {
      errors_ += done_[part] == 1 ? 0U : 1U;
    }
  }

  /// Checks that a task has ended: its last part has run.
  void require_end(const plan& of) {
    if (of.back().what == kind::work) {
      require(of.back().part, of.back().parts_to);
    }
  }

  [[nodiscard]] std::uint64_t cost_of(const planned_action& part) const noexcept {
    base::random_source own(seed_, part.part);
    return part.cost_ns * (512 + std::uint64_t{own.below(1025)}) / 1024;
  }

  void run_part(const planned_action& part) {
    const unsigned here = core::worker::current().index();
    run_.worker_of[part.part] = here;
    run_.order[here].push_back(part.part);
    charge_work(cost_of(part));
    ++done_[part.part];
  }

  static void with_policy(const planned_action& of, auto what) {
    if (of.policy == spawn_policy::work_first) {
      what(work_first);
    } else {
      what(help_first);
    }
  }

  void run_fork(const planned_action& of) {
    unsigned caught = 0;
    try {
      with_policy(of, [this, &of](auto policy) {
        fork_join(
            policy,
            [this, &of] {
              run_block(of.first, {});
              throw_if(of.thrown == throws::first || of.thrown == throws::both);
            },
            [this, &of] {
              run_block(of.second, {});
              throw_if(of.thrown == throws::second || of.thrown == throws::both);
            });
      });
    } catch (const planned_exception&) {
      caught = 1;
    } catch (const task_errors& several) {
      caught = static_cast<unsigned>(several.all().size());
    }
    const unsigned thrown = of.thrown == throws::none ? 0 : of.thrown == throws::both ? 2 : 1;
    errors_ += caught == thrown ? 0U : 1U;
    require_end(of.first);
    require_end(of.second);
  }

  void run_scope(const planned_action& of) {
    {
      scope children;
      run_block(of.first, {.children = &children});
      children.sync();
    }
    for (const planned_action& each : of.first) {
      if (each.what == kind::spawn) {
        require_end(each.first);
      }
    }
  }

  void run_group(const planned_action& of) {
    group tasks;
    run_block(of.first, {.tasks = &tasks});
    tasks.wait();
    require_tasks_of_group(of.first);
  }

  void require_tasks_of_group(const plan& in) {
    for (const planned_action& each : in) {
      if (each.what == kind::put) {
        require_end(each.first);
        require_tasks_of_group(each.first);
      }
    }
  }

  void run_block(const plan& block, surroundings around) {
    for (const planned_action& each : block) {
      switch (each.what) {
        case kind::work:
          run_part(each);
          break;
        case kind::fork:
          run_fork(each);
          break;
        case kind::scope:
          run_scope(each);
          break;
        case kind::spawn:
          with_policy(each, [this, &each, around](auto policy) {
            around.children->spawn(policy, [this, &each] { run_block(each.first, {}); });
          });
          break;
        case kind::sync:
          around.children->sync();
          break;
        case kind::async:
          with_policy(each, [this, &each](auto policy) {
            async(policy, [this, &each] { run_block(each.first, {}); });
          });
          break;
        case kind::finish:
          finish([this, &each] { run_block(each.first, {}); });
          require(each.part, each.parts_to);
          break;
        case kind::group:
          run_group(each);
          break;
        case kind::put:
          around.tasks->spawn([this, &each, around] { run_block(each.first, around); });
          break;
        case kind::wait:
          around.tasks->wait();
          break;
      }
    }
  }

  const plan& plan_;
  const std::uint64_t seed_;
  parts_run run_;
  std::vector<std::uint8_t> done_;
  std::atomic<unsigned> errors_ = 0;
};

}  // namespace nuthatch::testing
