#include "cli/commands/shown_comparison.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/compare/comparison.hpp"
#include "cli/compare/comparison_plan.hpp"
#include "cli/compare/contender.hpp"
#include "cli/present/progress.hpp"
#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

namespace {

/// To the time estimate, every contender of every workload is a kind of run.
class comparison_progress {
 public:
  comparison_progress(const std::string& title, const comparison_plan& plan)
      : kinds_(kinds(plan)),
        shown_(terminal::of(STDERR_FILENO), title, runs(plan)) {}

  void step_starts(const comparison& so_far, const comparison_step& step) {
    drop_those_out(so_far);
    const comparison_entry& entry = so_far.plan.entries[step.entry];
    shown_.run_starts(kinds_[step.entry] + step.contender,
                      fmt::format("{}/{}  {}, {}",
                                  step.round,
                                  so_far.plan.request.repeat,
                                  entry.workload->name,
                                  entry.contenders[step.contender].label()));
  }

 private:
  /// The kind of each entry's first contender.
  static std::vector<std::size_t> kinds(const comparison_plan& plan) {
    std::vector<std::size_t> first;
    std::size_t next = 0;
    for (const comparison_entry& entry : plan.entries) {
      first.push_back(next);
      next += entry.contenders.size();
    }
    return first;
  }

  static std::vector<unsigned> runs(const comparison_plan& plan) {
    std::vector<unsigned> counts;
    for (const comparison_entry& entry : plan.entries) {
      counts.insert(counts.end(), entry.contenders.size(), plan.request.repeat);
    }
    return counts;
  }

  void drop_those_out(const comparison& so_far) {
    for (std::size_t entry = 0; entry < so_far.records.size(); ++entry) {
      for (std::size_t who = 0; who < so_far.records[entry].size(); ++who) {
        if (so_far.records[entry][who].status != run_status::right) {
          shown_.drop(kinds_[entry] + who);
        }
      }
    }
  }

  std::vector<std::size_t> kinds_;
  progress shown_;
};

}  // namespace

comparison run_shown_comparison(const std::string& title, comparison_plan plan) {
  comparison_progress shown(title, plan);
  return run_comparison(std::move(plan),
                        [&](const comparison& so_far, const comparison_step& step) {
                          shown.step_starts(so_far, step);
                        });
}

void require_all_right(const comparison& result) {
  std::string first;
  std::size_t others = 0;
  for (std::size_t entry = 0; entry < result.records.size(); ++entry) {
    const comparison_entry& all = result.plan.entries[entry];
    for (std::size_t who = 0; who < all.contenders.size(); ++who) {
      const contender_record& record = result.records[entry][who];
      if (record.status != run_status::wrong && record.status != run_status::failed) {
        continue;
      }
      others += first.empty() ? 0 : 1;
      if (first.empty()) {
        first = fmt::format("{}, {}: {}: {}",
                            all.workload->name,
                            all.contenders[who].label(),
                            to_string(record.status),
                            record.reason);
      }
    }
  }
  if (!first.empty()) {
    throw std::runtime_error(
        others == 0 ? first : fmt::format("{} (and {} more, see the table)", first, others));
  }
}

}  // namespace nuthatch::cli
