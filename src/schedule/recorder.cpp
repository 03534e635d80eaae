// SPDX-License-Identifier: Apache-2.0
#include "schedule/recorder.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <queue>
#include <utility>

#include <nuthatch/detail/finish_state.hpp>

#include "atomic/mutex_lock.hpp"
#include "base/golden_ratio.hpp"
#include "core/worker.hpp"

namespace nuthatch::schedules {

namespace {

using detail::work_id;

/// A child is published before it is known which worker will run it.
detail::step_kind kind_of(const work_id& name) noexcept {
  return is_child(name.kind) ? detail::step_kind::child : name.kind;
}

std::size_t publication_hash(const work_id& name) noexcept {
  const std::uint64_t kind = static_cast<std::uint64_t>(kind_of(name)) + name.depth;
  return static_cast<std::size_t>((name.at.task_hash ^ kind) +
                                  name.at.spawn_rank * base::golden_ratio);
}

bool same_publication(const work_id& a, const work_id& b) noexcept {
  return a.at.task_hash == b.at.task_hash && a.at.spawn_rank == b.at.spawn_rank &&
         kind_of(a) == kind_of(b) && a.depth == b.depth;
}

}  // namespace

/// Reads the log entries in the order of their sequence numbers, and creates the tree.
class recorder::reading {
 public:
  /// Reserves room for that many beginnings of work items and that many publications.
  reading(steal_tree& made, std::size_t begun, std::size_t published)
      : made_(made),
        workers_(made.workers),
        by_name_(std::bit_ceil(2 * published + 1), none) {
    made.steps.reserve(begun);
    given_.reserve(published);
  }

  void published(unsigned worker, const work_id& what) {
    std::uint32_t& newest = workers_[worker].newest_away;
    const auto one = static_cast<std::uint32_t>(given_.size());
    // A group may get tasks for a part from tasks that run beside the part.
    const std::uint32_t step = workers_[worker].step;
    given_.push_back({what, worker, step == no_step ? root_step : step, newest});
    if (is_remainder(what.kind)) {
      newest = one;
    }
    entry_of(what) = one;
  }

  void took_back(const work_id& what) {
    if (const std::uint32_t found = entry_of(what); found != none) {
      close(found);
    }
  }

  void began(unsigned worker, const work_id& what, std::uint64_t sequence_number) {
    std::uint32_t parent_step = no_step;
    if (const std::uint32_t found = entry_of(what); found != none) {
      given& one = given_[found];
      one.began = true;
      parent_step = one.parent_step;
      if (is_remainder(what.kind)) {
        mark_path_to(one);
      }
      close(found);
    }
    workers_[worker].step = static_cast<std::uint32_t>(made_.steps.size());
    made_.steps.push_back({what, worker, parent_step, sequence_number});
  }

  void end() {
    for (const given& each : given_) {
      if (each.is_on_path && !each.began) {
        made_.path_spawns.push_back({each.what.at, each.parent_step});
      }
    }
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;
  static constexpr std::uint32_t root_step = 0;

  struct given {
    work_id what;
    unsigned worker;
    std::uint32_t parent_step;  // the step in which it was published
    std::uint32_t older;        // the newest remainder that was published before it; or none
    bool began = false;
    bool is_on_path = false;
  };

  struct worker_now {
    std::uint32_t step = no_step;
    std::uint32_t newest_away = none;  // the newest published remainder
  };

  /// Returns the last publication with that id, or none: the entry in the table, or where it would
  /// be.
  std::uint32_t& entry_of(const work_id& what) noexcept {
    std::size_t i = publication_hash(what);
    for (;; ++i) {
      std::uint32_t& found = by_name_[i & (by_name_.size() - 1)];
      if (found == none || same_publication(given_[found].what, what)) {
        return found;
      }
    }
  }

  void mark_path_to(const given& step) {
    for (std::uint32_t i = step.older; i != none && !given_[i].is_on_path; i = given_[i].older) {
      given_[i].is_on_path = true;
    }
  }

  /// Removes it from the published ones. What was published after it from inside of its child, and
  /// still is, is not on the path to it.
  void close(std::uint32_t one) {
    std::uint32_t* link = &workers_[given_[one].worker].newest_away;
    while (*link != none && *link != one) {
      link = &given_[*link].older;
    }
    if (*link == one) {
      *link = given_[one].older;
    }
  }

  steal_tree& made_;
  std::vector<given> given_;
  std::vector<worker_now> workers_;
  std::vector<std::uint32_t> by_name_;  // by hash, or the first free one after that
};

recorder::recorder(const core::worker& self, detail::pedigree root)
    : root_(root.task_hash),
      finishes_around_(self.depth_of_finishes()) {
  for (std::size_t i = 0; i < self.team().size(); ++i) {
    logs_.push_back(std::make_unique<log>());
  }
  note(self.index(), {root, 0, detail::step_kind::region}, happened::began);
}

void recorder::published(const core::worker& by, const work_id& what) noexcept {
  note(by.index(), what, happened::published);
}

void recorder::took_back(const core::worker& by, const work_id& what) noexcept {
  note(by.index(), what, happened::took_back);
}

void recorder::began(const core::worker& by, const work_id& what) noexcept {
  note(by.index(), what, happened::began);
}

void recorder::notes::add(const work_id& what,
                          happened how,
                          std::uint64_t sequence_number) noexcept {
  try {
    entries.push_back({what, how, sequence_number});
  } catch (...) {
    complete = false;
  }
}

void recorder::note(unsigned worker, const work_id& what, happened how) noexcept {
  log& own = *logs_[worker];
  const detail::mutex_lock lock(own.mutex);
  // Relaxed: what orders events also orders the additions.
  own.noted.add(what, how, next_sequence_number_.fetch_add(1, detail::memory_order_relaxed));
}

recorder::part recorder::begin_part(core::worker& self) {
  part begun{.root = self.pedigrees().current(),
             .finishes_around = self.depth_of_finishes(),
             .worker = self.index(),
             .sequence_number = next_sequence_number_.fetch_add(1, detail::memory_order_relaxed),
             .noted = {}};
  for (const auto& each : logs_) {
    const detail::mutex_lock lock(each->mutex);
    begun.noted.push_back(each->noted.entries.size());
  }
  return begun;
}

steal_tree recorder::tree() {
  std::vector<notes> all;
  for (const auto& each : logs_) {
    const detail::mutex_lock lock(each->mutex);
    all.push_back(std::exchange(each->noted, {}));
  }
  return tree_from(std::move(all), root_, finishes_around_);
}

steal_tree recorder::tree_of(const part& one, const std::vector<bool>& inside) {
  const std::uint32_t first = one.root.part();
  std::vector<notes> all(logs_.size());
  all[one.worker].add(
      {one.root, 0, detail::step_kind::region}, happened::began, one.sequence_number);
  for (std::size_t i = 0; i < logs_.size(); ++i) {
    log& from = *logs_[i];
    const detail::mutex_lock lock(from.mutex);
    all[i].complete = all[i].complete && from.noted.complete;
    for (std::size_t next = one.noted[i]; next < from.noted.entries.size(); ++next) {
      const entry& each = from.noted.entries[next];
      const std::uint32_t where = each.what.at.part();
      if (where >= first && where - first < inside.size() && inside[where - first]) {
        all[i].entries.push_back(each);
      }
    }
  }
  return tree_from(std::move(all), one.root.task_hash, one.finishes_around);
}

/// Reads by sequence numbers: so the last publication of a work item before it begins is the one
/// from which it was taken.
steal_tree recorder::tree_from(std::vector<notes> all,
                               std::uint64_t root,
                               std::uint32_t finishes_around) {
  steal_tree made;
  made.root = root;
  made.workers = static_cast<std::uint32_t>(all.size());
  // The entries of each worker are in order already. Next is the earliest of their first entries.
  using next_note = std::pair<std::uint64_t, std::uint32_t>;  // its sequence number, and its worker
  std::priority_queue<next_note, std::vector<next_note>, std::greater<>> next;
  std::vector<std::size_t> read(made.workers, 0);
  std::size_t begun = 0;
  std::size_t noted = 0;
  for (std::uint32_t worker = 0; worker < made.workers; ++worker) {
    const notes& own = all[worker];
    made.complete = made.complete && own.complete;
    begun +=
        static_cast<std::size_t>(std::ranges::count(own.entries, happened::began, &entry::how));
    noted += own.entries.size();
    if (!own.entries.empty()) {
      next.emplace(own.entries.front().sequence_number, worker);
    }
  }

  reading of_all(made, begun, noted - begun);
  while (!next.empty()) {
    const std::uint32_t worker = next.top().second;
    next.pop();
    const std::vector<entry>& own = all[worker].entries;
    const entry& each = own[read[worker]++];
    if (read[worker] != own.size()) {
      next.emplace(own[read[worker]].sequence_number, worker);
    }
    const work_id what = id_in_region(each.what, finishes_around);
    switch (each.how) {
      case happened::published:
        of_all.published(worker, what);
        break;
      case happened::took_back:
        of_all.took_back(what);
        break;
      case happened::began:
        of_all.began(worker, what, each.sequence_number);
        break;
    }
  }
  of_all.end();
  return made;
}

}  // namespace nuthatch::schedules
