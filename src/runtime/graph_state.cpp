// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <nuthatch/detail/graph_state.hpp>
#include <nuthatch/detail/loop_cut.hpp>
#include <nuthatch/detail/may_begin.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/finish.hpp>
#include <nuthatch/parallel_for.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch::detail {

/// Excludes other calls while the graph runs.
class graph_state::running {
 public:
  explicit running(graph_state& of) : of_(of) {
    if (of.is_running_.exchange(true, memory_order_acquire)) {
      throw error("task_graph: it runs already; wait for the end of that run");
    }
  }

  running(const running&) = delete;
  running& operator=(const running&) = delete;

  ~running() { of_.is_running_.store(false, memory_order_release); }

 private:
  graph_state& of_;
};

graph_state::graph_state() noexcept = default;
graph_state::~graph_state() = default;

void graph_state::require_idle(const char* what) const {
  if (is_running_.load(memory_order_relaxed)) {
    throw error(std::string("task_graph: ") + what + " while it runs");
  }
}

graph_task& graph_state::add(std::unique_ptr<graph_task> made) {
  require_idle("a task is added");
  if (tasks_.size() == std::numeric_limits<std::uint32_t>::max()) {
    throw error("task_graph: it has 4,294,967,295 tasks already");
  }
  made->index = static_cast<std::uint32_t>(tasks_.size());
  tasks_.push_back(std::move(made));
  is_prepared_ = false;
  return *tasks_.back();
}

void graph_state::order(graph_task& first, graph_task& then) {
  require_idle("tasks are ordered");
  if (&first == &then) {
    throw error("task_graph: task " + std::to_string(first.index) + " is to run before itself");
  }
  // Dependences of a task are added together, so this finds most repetitions.
  if (first.is_directly_before(then)) {
    return;
  }
  first.successors.push_back(&then);
  ++then.predecessors;
  ++edges_;
  is_prepared_ = false;
}

void graph_state::remove_last() noexcept {
  const graph_task* const last = tasks_.back().get();
  for (const std::unique_ptr<graph_task>& each : tasks_) {
    if (each->is_directly_before(*last)) {
      each->successors.pop_back();
      --edges_;
    }
  }
  tasks_.pop_back();
}

void graph_state::clear() {
  require_idle("it is cleared");
  tasks_.clear();
  by_level_.clear();
  level_begins_.clear();
  edges_ = 0;
  is_prepared_ = false;
}

void graph_state::prepare() {
  if (!is_prepared_) {
    find_levels();
    find_heights();
    is_prepared_ = true;
    is_reset_ = false;
  }
  if (!is_reset_) {
    for (const std::unique_ptr<graph_task>& each : tasks_) {
      each->missing.store(each->predecessors, memory_order_relaxed);
    }
  }
  is_reset_ = false;
}

void graph_state::find_levels() {
  by_level_.clear();
  by_level_.reserve(tasks_.size());
  level_begins_.assign(1, 0);
  for (const std::unique_ptr<graph_task>& each : tasks_) {
    each->missing.store(each->predecessors, memory_order_relaxed);
    if (each->predecessors == 0) {
      by_level_.push_back(each.get());
    }
  }
  // Each round appends the next level behind the one that it visits.
  for (std::size_t done = 0; done != by_level_.size(); level_begins_.push_back(done)) {
    for (const std::size_t end = by_level_.size(); done != end; ++done) {
      add_ready_successors(*by_level_[done]);
    }
  }
  if (by_level_.size() != tasks_.size()) {
    report_cycle();
  }
}

/// Adds the successors of a task all of whose predecessors have been added.
void graph_state::add_ready_successors(const graph_task& of) {
  for (graph_task* const then : of.successors) {
    const std::uint32_t missing = then->missing.load(memory_order_relaxed) - 1;
    then->missing.store(missing, memory_order_relaxed);
    if (missing == 0) {
      by_level_.push_back(then);
    }
  }
}

/// Names one cycle among the tasks that are left.
void graph_state::report_cycle() const {
  // Every task that is left has a predecessor that is left: going backwards ends in a cycle.
  std::vector<graph_task*> before(tasks_.size());
  graph_task* at = tasks_.front().get();
  for (const std::unique_ptr<graph_task>& each : tasks_) {
    if (each->missing.load(memory_order_relaxed) != 0) {
      at = each.get();
      for (graph_task* const then : each->successors) {
        before[then->index] = each.get();
      }
    }
  }
  std::vector<bool> seen(tasks_.size());
  for (; !seen[at->index]; at = before[at->index]) {
    seen[at->index] = true;
  }
  constexpr int most_named = 20;
  std::string cycle;
  const graph_task* const first = at;
  int named = 0;
  do {
    if (++named <= most_named) {
      cycle = ", " + std::to_string(at->index) + cycle;
    }
    at = before[at->index];
  } while (at != first);
  throw error(
      "task_graph: each of these tasks waits for the one before it, and the first for the last "
      "(numbered from 0, as they were added): " +
      std::string(named > most_named ? "…, " : "") + cycle.substr(2));
}

/// Puts the tasks from which longer paths lead on first, among successors and at the beginning.
void graph_state::find_heights() {
  const auto is_higher = [](const graph_task* a, const graph_task* b) {
    return a->height != b->height ? a->height > b->height : a->index < b->index;
  };
  for (graph_task* const each : std::views::reverse(by_level_)) {
    std::ranges::sort(each->successors, is_higher);
    each->height = each->successors.empty() ? 0 : each->successors.front()->height + 1;
  }
  if (!by_level_.empty()) {
    std::ranges::sort(std::span(by_level_).first(level_begins_[1]), is_higher);
  }
}

/// A run of a graph in which each task begins as soon as those before it have ended.
class graph_state::graph_run {
 public:
  /// Runs a task that is ready, and one by one those behind it that become ready.
  void run_from(graph_task& first) {
    for (graph_task* next = &first; next != nullptr && may_begin(failure_);) {
      failure_.watch([this, &next] { next = run_one(*next); });
    }
  }

 private:
  /// Runs a task. Returns the task that is to run next, of those that are ready now, and spawns the
  /// others; null if there is none.
  graph_task* run_one(graph_task& one) {
    // For the next run of the graph. Nobody counts here again in this one.
    one.missing.store(one.predecessors, memory_order_relaxed);
    one.call();
    graph_task* next = nullptr;
    for (graph_task* const then : one.successors) {
      // Both ways: the task that runs next comes after everything before it.
      const bool is_ready = then->missing.fetch_sub(1, memory_order_acq_rel) == 1;
      if (is_ready && next == nullptr) {
        next = then;
      } else if (is_ready) {
        // Thieves take the oldest of these, which is the one with the longest path.
        nuthatch::async(help_first, [this, then] { run_from(*then); });
      }
    }
    return next;
  }

  loop_failure failure_{};
};

/// Calls body(task) for the tasks of a level in parallel, the first one being level 0.
template <class Body>
void graph_state::for_each_of_level(std::size_t level, Body body) {
  const auto call = [this, &body](std::size_t i) {
    body(*by_level_[i]);
  };
  nuthatch::parallel_for(level_begins_[level], level_begins_[level + 1], call, grain{1});
}

outcome graph_state::run() {
  const running now(*this);
  prepare();
  graph_run all;
  const auto from_each = [&all](graph_task& first) {
    all.run_from(first);
  };
  const auto from_roots = [this, &from_each] {
    if (!tasks_.empty()) {
      for_each_of_level(0, from_each);
    }
  };
  const outcome how = nuthatch::finish([&] { detail::end_if_stopped(from_roots); });
  is_reset_ = how == outcome::done;
  return how;
}

outcome graph_state::run_by_levels() {
  const running now(*this);
  prepare();
  is_reset_ = true;  // nobody counts predecessors
  const auto all_levels = [this] {
    for (std::size_t level = 0; level + 1 < level_begins_.size(); ++level) {
      for_each_of_level(level, [](graph_task& each) { each.call(); });
    }
  };
  return nuthatch::finish([&] { detail::end_if_stopped(all_levels); });
}

}  // namespace nuthatch::detail
