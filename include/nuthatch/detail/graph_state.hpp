// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include <nuthatch/detail/atomic.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch::detail {

/// A task of a graph.
struct graph_task {
  graph_task() noexcept = default;
  graph_task(const graph_task&) = delete;
  graph_task& operator=(const graph_task&) = delete;
  virtual ~graph_task() = default;

  virtual void call() = 0;

  /// Returns whether `then`, to which dependences are being added, directly follows this task.
  [[nodiscard]] bool is_directly_before(const graph_task& then) const noexcept {
    return !successors.empty() && successors.back() == &then;
  }

  std::vector<graph_task*> successors;
  std::uint32_t predecessors = 0;
  std::uint32_t index = 0;           ///< counts the tasks, in the order in which they were added
  std::uint32_t height = 0;          ///< the length of the longest path from it
  atomic<std::uint32_t> missing{0};  ///< the predecessors that have not ended in this run
};

/// The tasks of a graph and their order.
///
/// The owner calls everything; a run of the graph excludes other calls.
class graph_state {
 public:
  graph_state() noexcept;
  graph_state(const graph_state&) = delete;
  graph_state& operator=(const graph_state&) = delete;
  ~graph_state();

  /// Adds a task. Throws std::bad_alloc; error if there are 2³² - 1 tasks.
  graph_task& add(std::unique_ptr<graph_task> made);

  /// Makes one task wait for another. Throws std::bad_alloc; error if they are the same, or while
  /// the graph runs.
  void order(graph_task& first, graph_task& then);

  /// Takes back the last add() and the dependences on that task.
  void remove_last() noexcept;

  /// Throws error while the graph runs.
  void clear();

  [[nodiscard]] std::size_t size() const noexcept { return tasks_.size(); }

  [[nodiscard]] std::size_t edges() const noexcept { return edges_; }

  /// Runs each task when those before it have ended.
  outcome run();

  /// Runs one level after the other. A level consists of the tasks that have equally long paths
  /// behind them, so that what is spawned is the same in each run.
  outcome run_by_levels();

 private:
  class graph_run;
  class running;

  void require_idle(const char* what) const;
  void prepare();
  void find_levels();
  void add_ready_successors(const graph_task& of);
  void find_heights();
  [[noreturn]] void report_cycle() const;

  template <class Body>
  void for_each_of_level(std::size_t level, Body body);

  std::vector<std::unique_ptr<graph_task>> tasks_;
  std::vector<graph_task*> by_level_;      // all tasks, a topological order
  std::vector<std::size_t> level_begins_;  // in by_level_, and its end
  std::size_t edges_ = 0;
  bool is_prepared_ = false;  // since the last change
  bool is_reset_ = false;     // every `missing` is right for a new run
  atomic<bool> is_running_{/*value=*/false};
};

}  // namespace nuthatch::detail
