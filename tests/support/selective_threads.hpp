// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/detail/join.hpp>
#include <nuthatch/detail/task.hpp>

#include "base/assert.hpp"
#include "core/attached/attached_thread.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"
#include "platform/platform.hpp"
#include "schedulers/registry.hpp"

namespace nuthatch::testing {

/// The first of several attached threads pushes a task for each of the others, and does not run
/// any. Attached thread i waits for its own task, and may run the tasks of attached threads 1 to i.
/// So all threads end only if each task reaches a sleeping thread that may run it, even if that
/// thread was woken for another task.
class selective_threads {
 public:
  selective_threads(platform::platform& on, unsigned members, bool prioritized)
      : prioritized_(prioritized),
        ran_(members),
        all_(on,
             options_for(members),
             {},
             scheduling::find("shepherd_ws")->kind,
             core::hosts::attached_threads,
             {.usual_ns = 0, .without_yields_ns = {}}) {
    for (unsigned i = 0; i < members; ++i) {
      ran_[i].of = this;
      ran_[i].number = i;
      guests_.push_back(std::make_unique<core::attached_thread>(all_.at(i)));
    }
  }

  [[nodiscard]] platform::worker_team& threads() { return all_.threads(); }

  /// Body of the thread that executes worker `index`.
  void run_member(unsigned index) {
    if (index == 0) {
      for (unsigned i = 1; i < all_.size(); ++i) {
        push(*guests_[0], ran_[i]);
      }
      return;
    }
    guests_[index]->help_until(
        {[](const void* of) noexcept {
           return static_cast<const awaited*>(of)->ran.load(detail::memory_order_seq_cst);
         },
         [](const void* of, core::work_item each) noexcept { return may_run(of, each.join()); },
         &ran_[index],
         may_run});
  }

 private:
  /// Whether the task of one attached thread has run. Its address is the join of the task.
  struct awaited {
    selective_threads* of = nullptr;
    unsigned number = 0;
    detail::atomic<bool> ran{/*value=*/false};
  };

  static constexpr std::uint32_t block =
      detail::block_class_for(sizeof(detail::task), alignof(detail::task));

  static options options_for(unsigned members) {
    options wanted;
    wanted.scheduler = "shepherd_ws";
    wanted.workers = members;
    wanted.seed = 1;
    return wanted;
  }

  static bool may_run(const void* of, const detail::join_counter* join) noexcept {
    return reinterpret_cast<const awaited*>(join)->number <=
           static_cast<const awaited*>(of)->number;
  }

  void push(core::attached_thread& self, awaited& join) const {
    detail::task& made = *self.executed().blocks.take(block);
    static constexpr detail::task_operations operations{
        .run = run, .refuse = nullptr, .origin = nullptr};
    made.operations = &operations;
    made.join = reinterpret_cast<detail::join_counter*>(&join);
    if (prioritized_) {
      self.push_prioritized(made, join.number, made.join);
    } else {
      self.push(made, made.join);
    }
  }

  static detail::worker& run(detail::task& one) noexcept {
    auto& join = *reinterpret_cast<awaited*>(one.join);
    core::worker& here = core::worker::current();
    NUTHATCH_CHECK(join.number <= here.index(), "an attached thread runs what it may not run");
    here.blocks.put(&one, one.block_class);
    NUTHATCH_CHECK(!join.ran.exchange(/*value=*/true, detail::memory_order_seq_cst),
                   "a task ran twice");
    join.of->guests_[join.number]->any_tell();
    return here;
  }

  const bool prioritized_;
  std::vector<awaited> ran_;
  core::team all_;
  std::vector<std::unique_ptr<core::attached_thread>> guests_;
};

}  // namespace nuthatch::testing
