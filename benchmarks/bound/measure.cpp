// SPDX-License-Identifier: Apache-2.0
#include "bound/measure.hpp"

#include <algorithm>
#include <memory>

#include "runtime/runtime_on.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch::benchmarks {

namespace {

bound_run run_on(unsigned workers,
                 const program& what,
                 const options& like,
                 const twin::costs& of) {
  twin::virtual_platform pretended(twin::machine_model::flat(workers), of, like.seed);
  options wanted = like;
  wanted.workers = workers;
  const std::unique_ptr<runtime> team = runtime_on(pretended, wanted);
  const std::uint64_t start = pretended.team().now_ns();
  team->run([&] { what.run(like.policy); });
  const std::uint64_t end = pretended.team().now_ns();
  if (const std::uint64_t stated = pretended.team().charged_ns(); stated != what.shape.work_ns) {
    throw error(what.name + ": states " + std::to_string(stated) + " ns of work, and its DAG has " +
                std::to_string(what.shape.work_ns));
  }
  return {workers, end - start, team->statistics()};
}

}  // namespace

double bound_series::c(const bound_run& run) const {
  const double fair = static_cast<double>(one_worker_ns) / run.workers;
  return (static_cast<double>(run.ns) - fair) / static_cast<double>(shape.span_ns);
}

double bound_series::largest_c() const {
  double largest = 0;
  for (const bound_run& run : runs) {
    largest = std::max(largest, c(run));
  }
  return largest;
}

bound_series measure_bound(const program& what,
                           const std::string& scheduler,
                           spawn_policy policy,
                           const std::vector<unsigned>& workers,
                           std::uint64_t seed,
                           const twin::costs& of) {
  options like;
  like.scheduler = scheduler;
  like.policy = policy;
  like.seed = seed;
  bound_series series{what.name, what.shape, scheduler, policy, 0, {}};
  series.one_worker_ns = run_on(1, what, like, of).ns;
  for (const unsigned each : workers) {
    series.runs.push_back(run_on(each, what, like, of));
  }
  return series;
}

}  // namespace nuthatch::benchmarks
