// SPDX-License-Identifier: Apache-2.0
#include "explore/one_run.hpp"

#include <nuthatch/nuthatch.hpp>

#include "explore/decisions.hpp"
#include "explore/run_explorer.hpp"
#include "runtime/runtime_on.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch::exploring {

namespace {

/// Only searches take virtual time, because they have to end.
constexpr twin::costs explored_costs{.spawn_ns = 0,
                                     .publish_ns = 0,
                                     .probe_ns = 0,
                                     .resume_ns = 0,
                                     .line_ns = {0, 0, 0},
                                     .lines_per_steal = 0,
                                     .fence_ns = 0,
                                     .wake_ns = 0,
                                     .wake_call_ns = 0,
                                     .pause_ns = 1,
                                     .search_ns = 1,
                                     .patience_ns = 0};

constexpr std::uint64_t max_decisions = 200'000;

}  // namespace

void have_first_uses() {
  twin::virtual_platform on(twin::machine_model::flat(1), explored_costs, 1);
  options wanted;
  wanted.workers = 1;
  runtime_on(on, wanted)->run([] {});
}

void run_once(strategy& how,
              bool weak_memory,
              unsigned workers,
              running_record& record,
              const std::function<void(platform::platform& on)>& body) {
  decisions made(how, record, max_decisions);
  run_explorer exploring(made, workers, weak_memory);
  twin::virtual_platform on(twin::machine_model::flat(workers), explored_costs, 1, [&] {
    return exploring.make_turns();
  });
  body(on);
}

}  // namespace nuthatch::exploring
