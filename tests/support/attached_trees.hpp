// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
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

/// Attached threads of a team run trees of tasks. Each thread pushes the root of one tree, and
/// helps until all trees are complete. A task waits for its two children, and only their
/// descendants may run on top of it meanwhile. Every task has to run exactly once.
class attached_trees {
 public:
  attached_trees(platform::platform& on, unsigned members, unsigned depth, const char* scheduler)
      : depth_(depth),
        waiting_(members),
        all_(on,
             options_for(members, scheduler),
             {},
             scheduling::find(scheduler)->kind,
             core::hosts::attached_threads,
             {.usual_ns = search_ns, .without_yields_ns = {}}) {
    NUTHATCH_CHECK(all_.needs().filters, "attached threads wait for some tasks only");
    for (unsigned i = 0; i < members; ++i) {
      guests_.push_back(std::make_unique<core::attached_thread>(all_.at(i)));
    }
  }

  [[nodiscard]] platform::worker_team& threads() { return all_.threads(); }

  /// Body of the thread that executes worker `index`.
  void run_member(unsigned index) {
    core::attached_thread& self = *guests_[index];
    push(self, nullptr, depth_);
    self.help_until({all_done, nullptr, this});
  }

  [[nodiscard]] unsigned ran() const { return ran_.load(detail::memory_order_relaxed); }

  [[nodiscard]] unsigned tasks() const { return all_.size() * ((2U << depth_) - 1); }

 private:
  static constexpr std::uint64_t search_ns = 20'000;
  static constexpr unsigned children = 2;

  struct node : detail::task {
    attached_trees* trees;
    node* parent;
    unsigned depth;
    unsigned runs_on;
    detail::atomic<unsigned> ended;
  };

  static constexpr std::uint32_t block = detail::block_class_for(sizeof(node), alignof(node));
  static_assert(block < detail::task_block_classes);

  static options options_for(unsigned members, const char* scheduler) {
    options wanted;
    wanted.scheduler = scheduler;
    wanted.workers = members;
    wanted.seed = 1;
    return wanted;
  }

  /// The join that the queues see: an identity of the waiting node, which they do not dereference.
  static detail::join_counter* home_of(node* parent) noexcept {
    return reinterpret_cast<detail::join_counter*>(parent);
  }

  static bool all_done(const void* of) noexcept {
    const auto& trees = *static_cast<const attached_trees*>(of);
    return trees.ran_.load(detail::memory_order_seq_cst) == trees.tasks();
  }

  static bool children_ended(const void* of) noexcept {
    return static_cast<const node*>(of)->ended.load(detail::memory_order_seq_cst) == children;
  }

  static bool descends(const void* from, const node& one) noexcept {
    const node* above = one.parent;
    while (above != nullptr && above != from) {
      above = above->parent;
    }
    return above == from;
  }

  void push(core::attached_thread& self, node* parent, unsigned depth) {
    auto* const made = static_cast<node*>(self.executed().blocks.take(block));
    static constexpr detail::task_operations operations{
        .run = [](detail::task& one) noexcept -> detail::worker& {
          run(static_cast<node&>(one));
          return detail::reload_worker();
        },
        .refuse = nullptr,
        .origin = nullptr};
    made->operations = &operations;
    made->join = home_of(parent);
    made->trees = this;
    made->parent = parent;
    made->depth = depth;
    self.push(*made, made->join);
  }

  static void run(node& one) noexcept {
    attached_trees& trees = *one.trees;
    const unsigned index = core::worker::current().index();
    core::attached_thread& self = *trees.guests_[index];
    const node* const below = trees.waiting_[index];
    NUTHATCH_CHECK(below == nullptr || descends(below, one), "a task runs on top of another's");
    if (one.depth > 0) {
      trees.run_children(self, one);
      NUTHATCH_CHECK(&core::worker::current() == &self.executed(),
                     "a task of an attached thread went elsewhere");
    }
    trees.end(self, one);
  }

  void run_children(core::attached_thread& self, node& parent) {
    const unsigned index = self.executed().index();
    parent.runs_on = index;
    std::construct_at(&parent.ended, 0U);
    for (unsigned i = 0; i < children; ++i) {
      push(self, &parent, parent.depth - 1);
    }
    const node* const below = std::exchange(waiting_[index], &parent);
    while (!children_ended(&parent) && self.run_newest_of(*home_of(&parent))) {
    }
    self.help_until({children_ended,
                     [](const void* from, core::work_item each) noexcept {
                       return descends(from, static_cast<const node&>(each.as_task()));
                     },
                     &parent,
                     [](const void* from, const detail::join_counter* join) noexcept {
                       const auto* const of = reinterpret_cast<const node*>(join);
                       return of != nullptr && (of == from || descends(from, *of));
                     }});
    waiting_[index] = below;
  }

  void end(core::attached_thread& self, node& one) {
    if (node* const parent = one.parent) {
      core::attached_thread& waits =
          *guests_[parent->runs_on];  // the parent may be gone once it is notified
      parent->ended.fetch_add(1, detail::memory_order_seq_cst);
      waits.any_tell();
    }
    self.executed().blocks.put(&one, one.block_class);
    if (ran_.fetch_add(1, detail::memory_order_seq_cst) + 1 == tasks()) {
      for (const auto& each : guests_) {
        each->any_tell();
      }
    }
  }

  const unsigned depth_;
  detail::atomic<unsigned> ran_{0};
  std::vector<const node*> waiting_;  // the innermost waiting node of each worker
  core::team all_;
  std::vector<std::unique_ptr<core::attached_thread>> guests_;
};

}  // namespace nuthatch::testing
