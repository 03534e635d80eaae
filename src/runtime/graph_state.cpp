// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <nuthatch/detail/graph_state.hpp>
#include <nuthatch/detail/may_begin.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/finish.hpp>
#include <nuthatch/parallel_for.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch::detail {

namespace {

/// Calls f(), whose loops throw `stopped` if any finish around them is stopped. The finish of the
/// graph then returns that instead.
template <class Function>
void returns_if_stopped(Function f) {
  try {
    f();
  } catch (const stopped&) {
    if (!stop_requested()) {
      throw;  // a finish inside of a task was stopped
    }
  }
}

}  // namespace

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
  failure_.emplace();
  is_reset_ = false;
}

void graph_state::find_levels() {
  by_level_.clear();
  by_level_.reserve(tasks_.size());
  level_begins_.assign(1, 0);
  for (const std::unique_ptr<graph_task>& each : tasks_) {
    each->missing.store(each->predecessors, memory_order_relaxed);
    if (each->predecessors == 0) {
      each->level = 0;
      by_level_.push_back(each.get());
    }
  }
  // Each round appends the next level behind the one that it visits.
  for (std::size_t done = 0; done != by_level_.size(); level_begins_.push_back(done)) {
    for (const std::size_t end = by_level_.size(); done != end; ++done) {
      for (graph_task* const then : by_level_[done]->successors) {
        const std::uint32_t missing = then->missing.load(memory_order_relaxed) - 1;
        then->missing.store(missing, memory_order_relaxed);
        if (missing == 0) {
          then->level = by_level_[done]->level + 1;
          by_level_.push_back(then);
        }
      }
    }
  }
  if (by_level_.size() != tasks_.size()) {
    report_cycle();
  }
}

/// Names one cycle among the tasks that are left.
void graph_state::report_cycle() const {
  // Every task that is left has a predecessor that is left: going backwards ends in a cycle.
  std::vector<graph_task*> before(tasks_.size());
  graph_task* at = nullptr;
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
    return a->height > b->height;
  };
  for (auto each = by_level_.rbegin(); each != by_level_.rend(); ++each) {
    graph_task& at = **each;
    std::ranges::stable_sort(at.successors, is_higher);
    at.height = at.successors.empty() ? 0 : at.successors.front()->height + 1;
  }
  if (!by_level_.empty()) {
    std::stable_sort(by_level_.begin(),
                     by_level_.begin() + static_cast<std::ptrdiff_t>(level_begins_[1]),
                     is_higher);
  }
}

void graph_state::run_from(graph_task& first) {
  for (graph_task* next = &first; next != nullptr && may_begin(*failure_);) {
    graph_task& done = *std::exchange(next, nullptr);
    // For the next run. Nobody counts here again in this one.
    done.missing.store(done.predecessors, memory_order_relaxed);
    failure_->watch([&] {
      done.call();
      for (graph_task* const then : done.successors) {
        // Both ways: the task that runs next comes after everything before it.
        if (then->missing.fetch_sub(1, memory_order_acq_rel) == 1) {
          if (next == nullptr) {
            next = then;
          } else {
            // Thieves take the oldest of these, which is the one with the longest path.
            nuthatch::async(help_first, [this, then] { run_from(*then); });
          }
        }
      }
    });
  }
}

outcome graph_state::run() {
  const running now(*this);
  prepare();
  const outcome how = nuthatch::finish([this] {
    if (!tasks_.empty()) {
      returns_if_stopped([this] {
        nuthatch::parallel_for(
            std::size_t{0},
            level_begins_[1],
            [this](std::size_t i) { run_from(*by_level_[i]); },
            grain{1});
      });
    }
  });
  is_reset_ = how == outcome::done;
  return how;
}

outcome graph_state::run_by_levels() {
  const running now(*this);
  prepare();
  is_reset_ = true;  // nobody counts predecessors
  return nuthatch::finish([this] {
    returns_if_stopped([this] {
      for (std::size_t level = 1; level < level_begins_.size(); ++level) {
        nuthatch::parallel_for(
            level_begins_[level - 1],
            level_begins_[level],
            [this](std::size_t i) { by_level_[i]->call(); },
            grain{1});
      }
    });
  });
}

}  // namespace nuthatch::detail
