// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <nuthatch/detail/graph_state.hpp>
#include <nuthatch/effects/effect.hpp>
#include <nuthatch/effects/range.hpp>
#include <nuthatch/effects/region.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch {

class persistent_phase;

/// Tasks and the order between some of them, which run any number of times.
///
///     namespace effects = nuthatch::effects;
///     nuthatch::task_graph graph;
///     for (block& each : blocks) {
///       graph.add(effects::writes(effects::whole(each)), [&] { update(each); });
///     }
///     graph.add(effects::reads(effects::range(blocks)), [&] { check(blocks); });
///     graph.run();
///
/// There are two ways to state the order. If a task is added with an effect (docs/effects.md), it
/// runs after all tasks that were added before and whose effects interfere with its own. So a
/// sequence of calls becomes a graph with the same results. Without effects, before() and after()
/// of the handle that add() returns order tasks one by one. Both may be mixed.
///
/// @tparam Region  the type of the regions of effects.
///
/// Who may call: one thread or task at a time; nothing but size() and dependences() may be called
/// while the graph runs. Tasks may spawn, wait and run other graphs; their asyncs belong to the run
/// as a whole, so that the tasks after them do not wait for these. A graph that was moved from may
/// only be destroyed or assigned to.
template <effects::region Region = effects::range>
class task_graph {
 public:
  /// A task of a graph, as long as the graph exists and is not cleared.
  class task {
   public:
    /// Makes this task run before others of the same graph, and returns this task.
    /// @throws std::bad_alloc; error for the task itself, for a task of another graph, or while the
    ///         graph runs.
    template <std::same_as<task>... Tasks>
    // NOLINTNEXTLINE(modernize-use-nodiscard): called for what it does
    task before(const Tasks&... others) const {
      (of_->order(*which_, others.of(of_)), ...);
      return *this;
    }

    /// Makes this task run after others of the same graph, and returns this task. Throws what
    /// before() throws.
    template <std::same_as<task>... Tasks>
    // NOLINTNEXTLINE(modernize-use-nodiscard): called for what it does
    task after(const Tasks&... others) const {
      (of_->order(others.of(of_), *which_), ...);
      return *this;
    }

   private:
    friend class task_graph;

    task(detail::graph_state& of, detail::graph_task& which) noexcept : of_(&of), which_(&which) {}

    [[nodiscard]] detail::graph_task& of(const detail::graph_state* graph) const {
      if (of_ != graph) {
        throw error("task_graph: the two tasks to be ordered are of different graphs");
      }
      return *which_;
    }

    detail::graph_state* of_;
    detail::graph_task* which_;
  };

  task_graph() : state_(std::make_unique<detail::graph_state>()) {}

  /// Adds the task f(), which is called once in each run.
  ///
  /// @param f  a callable without arguments, copied or moved into the graph; what it returns is
  ///         dropped.
  /// @throws what copying throws; std::bad_alloc; error while the graph runs.
  template <class Function>
    requires std::invocable<std::decay_t<Function>&>
  task add(Function&& f) {
    return task(*state_,
                state_->add(std::make_unique<of_function<std::decay_t<Function>>>(
                    std::in_place, std::forward<Function>(f))));
  }

  /// Adds a task with an effect: everything that it reads, writes or accumulates into and that
  /// other tasks with effects write or accumulate into.
  ///
  /// @param touched  the effect; more than 8 regions become coarser.
  /// @throws as above.
  ///
  /// Cost: a comparison with each region of the tasks before, except those that later tasks have
  /// written as a whole. So the time to build a graph is quadratic in the number of tasks that only
  /// read, or that write parts of the data that no other task writes.
  template <std::size_t Most, class Function>
    requires std::invocable<std::decay_t<Function>&>
  task add(const effects::effect<Region, Most>& touched, Function&& f) {
    const effects::effect<Region> all = touched;
    const task added = add(std::forward<Function>(f));
    try {
      order_behind_live(*added.which_, all);
    } catch (...) {
      state_->remove_last();
      throw;
    }
    return added;
  }

  /// Runs all tasks, each after those that have to run before it, and waits for their end. The
  /// tasks from which the longest paths lead on are preferred.
  ///
  /// @return outcome::stopped if a task called stop_finish(), or a finish around was stopped, so
  ///         that tasks may have been left out; otherwise outcome::done.
  /// @throws what tasks and their asyncs throw; task_errors if several threw; error if tasks wait
  ///         for each other, or if the graph runs already. After an exception of a task, no further
  ///         one begins.
  ///
  /// Who may call: any thread, as for finish. Cost: an atomic subtraction for each dependence; a
  /// spawn for each task except those that a worker runs directly after one before it. The first
  /// run after a change also looks at all tasks and dependences.
  outcome run() { return state_->run(); }

  /// Runs the graph as a run of a persistent_phase: repeated runs call tasks on the same workers,
  /// if these do not take too long. The tasks run level by level, that is, after all tasks with
  /// shorter longest paths behind them, so that each run spawns the same.
  ///
  /// @param phase  a persistent_phase (persistent_phase.hpp), for this graph alone.
  /// @return as run(). The phase learns nothing from a run that was stopped, and records the next.
  /// @throws what run() throws; what persistent_phase::run throws.
  template <std::same_as<persistent_phase> Phase>
  outcome run(Phase& phase) {
    outcome how = outcome::done;
    try {
      phase.run([&] {
        how = state_->run_by_levels();
        detail::throw_if_stopped(how);
      });
    } catch (const stopped&) {
      if (how == outcome::done && !stop_requested()) {
        throw;
      }
      how = outcome::stopped;
    }
    return how;
  }

  /// Removes all tasks. Throws error while the graph runs.
  void clear() {
    state_->clear();
    live_.clear();
  }

  /// Returns the number of tasks.
  [[nodiscard]] std::size_t size() const noexcept { return state_->size(); }

  /// Returns the number of dependences between two tasks. One that before() or after() states twice
  /// may count twice.
  [[nodiscard]] std::size_t dependences() const noexcept { return state_->edges(); }

 private:
  template <class Function>
  struct of_function final : detail::graph_task {
    Function function;

    template <class From>
    of_function(std::in_place_t /*tag*/, From&& f) : function(std::forward<From>(f)) {}

    void call() override { static_cast<void>(function()); }
  };

  /// A region of a task that later tasks may have to follow.
  struct live_region {
    detail::graph_task* which;
    effects::effect<Region, 1> touched;
  };

  /// Orders a new task behind those before it that it interferes with. What throws comes before the
  /// first change of `live_`.
  void order_behind_live(detail::graph_task& added, const effects::effect<Region>& all) {
    for (const live_region& before : live_) {
      if (before.touched.interferes_with(all)) {
        state_->order(*before.which, added);
      }
    }
    std::vector<bool> is_covered(live_.size());
    if constexpr (effects::region_with_covering<Region>) {
      for (std::size_t i = 0; i < live_.size(); ++i) {
        // What has to follow this region has to follow the new task, which follows it.
        is_covered[i] = live_[i].which->is_directly_before(added) && all.covers(live_[i].touched);
      }
    }
    std::vector<live_region> own;
    if (all.is_on_everything()) {
      own.push_back({&added, effects::effect<Region, 1>::on_everything()});
    }
    for (const auto& each : all.parts()) {
      own.push_back({&added, effects::effect<Region, 1>(each.how, each.where)});
    }
    live_.reserve(live_.size() + own.size());
    std::size_t index = 0;
    std::erase_if(live_, [&](const live_region&) { return is_covered[index++]; });
    std::ranges::move(own, std::back_inserter(live_));
  }

  std::unique_ptr<detail::graph_state> state_;
  std::vector<live_region> live_;
};

}  // namespace nuthatch
