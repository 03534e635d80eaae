// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/commands/commands.hpp"
#include "cli/compare/contender.hpp"
#include "cli/present/progress.hpp"
#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

namespace {

/// Contenders that have failed are not run again.
void drop_failed(const comparison& all, progress& shown) {
  std::size_t kind = 0;
  for (const comparison_entry& entry : all.entries) {
    for (const contender& who : entry.contenders) {
      if (who.status != run_status::right) {
        shown.drop(kind);
      }
      ++kind;
    }
  }
}

}  // namespace

comparison run_shown_comparison(const std::string& title, comparison_request request) {
  comparison all = plan_comparison(std::move(request));
  // To the time estimate, every contender of every workload is a kind of run.
  std::vector<std::size_t> first_kind;
  std::vector<unsigned> runs;
  for (const comparison_entry& entry : all.entries) {
    first_kind.push_back(runs.size());
    runs.insert(runs.end(), entry.contenders.size(), all.request.repeat);
  }
  progress shown(terminal::of(STDERR_FILENO), title, runs);
  run_comparison(all, [&](const comparison_step& step) {
    drop_failed(all, shown);
    const comparison_entry& entry = all.entries[step.entry];
    shown.run_starts(first_kind[step.entry] + step.contender,
                     fmt::format("{}/{}  {}, {}",
                                 step.round,
                                 all.request.repeat,
                                 entry.workload->name,
                                 entry.contenders[step.contender].label()));
  });
  return all;
}

void require_all_right(const comparison& result) {
  std::vector<std::string> complaints;
  for (const comparison_entry& entry : result.entries) {
    for (const contender& who : entry.contenders) {
      if (who.status == run_status::wrong || who.status == run_status::failed) {
        complaints.push_back(fmt::format("{}, {}: {}: {}",
                                         entry.workload->name,
                                         who.label(),
                                         to_string(who.status),
                                         who.reason));
      }
    }
  }
  if (complaints.size() == 1) {
    throw std::runtime_error(complaints.front());
  }
  if (!complaints.empty()) {
    throw std::runtime_error(
        fmt::format("{} (and {} more, see the table)", complaints.front(), complaints.size() - 1));
  }
}

}  // namespace nuthatch::cli
