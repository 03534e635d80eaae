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
  return std::tuple(name.at.task, name.at.spawns, name.how, name.depth);
}

struct by_name {
  bool operator()(const work_name& a, const work_name& b) const noexcept {
    return order_of(a) < order_of(b);
  }
};

}  // namespace

recorder::recorder(const core::worker& self, std::uint64_t root)
    : root_(root),
      finishes_around_(self.finish == nullptr ? 0 : self.finish->depth + 1),
      logs_(self.team().size()) {
  note(self.index(), {{root, 0}, 0, detail::begun_as::region}, /*began=*/true);
}

void recorder::gave(const core::worker& by, const work_name& what) noexcept {
  note(by.index(), what, /*began=*/false);
}

void recorder::began(const core::worker& by, const work_name& what) noexcept {
  note(by.index(), what, /*began=*/true);
}

void recorder::note(unsigned worker, const work_name& what, bool began) noexcept {
  log& own = logs_[worker];
  // Relaxed: what happens before orders the additions, too.
  const std::uint64_t stamp = stamps_.fetch_add(1, detail::memory_order_relaxed);
  try {
    own.entries.push_back({name_in_region(what, finishes_around_), began, stamp});
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

  std::map<work_name, std::uint32_t, by_name> givers;
  std::vector<std::uint32_t> now(made.workers, no_step);
  for (const auto& [each, worker] : all) {
    if (!each->began) {
      givers.insert_or_assign(each->what, now[worker]);
      continue;
    }
    const auto giver = givers.find(each->what);
    now[worker] = static_cast<std::uint32_t>(made.steps.size());
    made.steps.push_back(
        {each->what, worker, giver == givers.end() ? no_step : giver->second, each->stamp});
  }
  return made;
}

}  // namespace nuthatch::schedules
