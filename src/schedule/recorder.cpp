#include "schedule/recorder.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <nuthatch/detail/finish_state.hpp>

#include "core/worker.hpp"

namespace nuthatch::schedules {

namespace {

using detail::work_name;

auto order_of(const work_name& name) noexcept {
  // A child is given away before it is known who will run it.
  const detail::begun_as how = is_child(name.how) ? detail::begun_as::child : name.how;
  return std::tuple(name.at.task, name.at.spawns, how, name.depth);
}

struct by_name {
  bool operator()(const work_name& a, const work_name& b) const noexcept {
    return order_of(a) < order_of(b);
  }
};

}  // namespace

/// Reads what was noted, by stamps, and makes the tree.
class recorder::reading {
 public:
  explicit reading(steal_tree& made) : made_(made), workers_(made.workers) {}

  void gave(unsigned worker, const work_name& what) {
    std::uint32_t& newest = workers_[worker].newest_away;
    const auto one = static_cast<std::uint32_t>(given_.size());
    given_.push_back({what, worker, workers_[worker].step, newest});
    if (is_rest(what.how)) {
      newest = one;
    }
    by_name_.insert_or_assign(what, one);
  }

  void had_back(const work_name& what) {
    if (const auto found = by_name_.find(what); found != by_name_.end()) {
      close(found->second);
    }
  }

  void began(unsigned worker, const work_name& what, std::uint64_t stamp) {
    std::uint32_t giver = no_step;
    if (const auto found = by_name_.find(what); found != by_name_.end()) {
      given& one = given_[found->second];
      one.began = true;
      giver = one.giver;
      if (is_rest(what.how)) {
        mark_ways_to(one);
      }
      close(found->second);
    }
    workers_[worker].step = static_cast<std::uint32_t>(made_.steps.size());
    made_.steps.push_back({what, worker, giver, stamp});
  }

  void end() {
    for (const given& each : given_) {
      if (each.is_way && !each.began) {
        made_.ways.push_back({each.what.at, each.giver});
      }
    }
  }

 private:
  static constexpr std::uint32_t none = UINT32_MAX;

  struct given {
    work_name what;
    unsigned worker;
    std::uint32_t giver;  // the step
    std::uint32_t older;  // the newest that follows a spawn and was away already; or none
    bool began = false;
    bool is_way = false;
  };

  struct worker_now {
    std::uint32_t step = no_step;
    std::uint32_t newest_away = none;  // of what follows spawns
  };

  void mark_ways_to(const given& step) {
    for (std::uint32_t i = step.older; i != none && !given_[i].is_way; i = given_[i].older) {
      given_[i].is_way = true;
    }
  }

  /// It is away no more. What went after it from inside of its child, and is away, is no way to it.
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
  std::map<work_name, std::uint32_t, by_name> by_name_;  // the last one given so
};

recorder::recorder(const core::worker& self, std::uint64_t root)
    : root_(root),
      finishes_around_(self.finish == nullptr ? 0 : self.finish->depth + 1),
      logs_(self.team().size()) {
  note(self.index(), {{root, 0}, 0, detail::begun_as::region}, happened::began);
}

void recorder::gave(const core::worker& by, const work_name& what) noexcept {
  note(by.index(), what, happened::gave);
}

void recorder::had_back(const core::worker& by, const work_name& what) noexcept {
  note(by.index(), what, happened::had_back);
}

void recorder::began(const core::worker& by, const work_name& what) noexcept {
  note(by.index(), what, happened::began);
}

void recorder::note(unsigned worker, const work_name& what, happened how) noexcept {
  log& own = logs_[worker];
  // Relaxed: what happens before orders the additions, too.
  const std::uint64_t stamp = stamps_.fetch_add(1, detail::memory_order_relaxed);
  try {
    own.entries.push_back({name_in_region(what, finishes_around_), how, stamp});
  } catch (...) {
    own.complete = false;
  }
}

/// By stamps: so the last one that gave a work before it begins is the one it was had from.
steal_tree recorder::tree() const {
  steal_tree made;
  made.root = root_;
  made.workers = static_cast<std::uint32_t>(logs_.size());
  std::vector<std::pair<const entry*, std::uint32_t>> all;
  for (std::uint32_t worker = 0; worker < made.workers; ++worker) {
    made.complete = made.complete && logs_[worker].complete;
    for (const entry& each : logs_[worker].entries) {
      all.emplace_back(&each, worker);
    }
  }
  std::ranges::sort(all, {}, [](const auto& each) { return each.first->stamp; });

  reading of_all(made);
  for (const auto& [each, worker] : all) {
    switch (each->how) {
      case happened::gave:
        of_all.gave(worker, each->what);
        break;
      case happened::had_back:
        of_all.had_back(each->what);
        break;
      case happened::began:
        of_all.began(worker, each->what, each->stamp);
        break;
    }
  }
  of_all.end();
  return made;
}

}  // namespace nuthatch::schedules
