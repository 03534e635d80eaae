#include "cli/present/bench_json.hpp"

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>

#include <nuthatch/nuthatch.hpp>

#include "cli/measure/bench_run.hpp"
#include "cli/measure/measurement.hpp"
#include "runtime/option_list.hpp"
#include "trace/counter_list.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

namespace {

using json = nlohmann::ordered_json;

template <class Number>
json or_null(const std::optional<Number>& value) {
  return value ? json(*value) : json(nullptr);
}

json order_of(const measurement& measured) {
  json order = json::array();
  for (const run_kind kind : measured.order) {
    order.push_back(kind == run_kind::serial ? "serial" : "parallel");
  }
  return order;
}

/// Those that `document` has no fields for. It has no counters yet; one is named like an option.
json rest_of_options(const json& document, const options& chosen) {
  json rest = json::object();
  for (const listed_option& each : option_list()) {
    if (!document.contains(each.what->name)) {
      rest[std::string(each.what->name)] =
          each.what->with_value(chosen, []<class Value>(const Value& value) -> json {
            if constexpr (std::is_enum_v<Value>) {
              return to_string(value);
            } else {
              return value;
            }
          });
    }
  }
  return rest;
}

void add_request(json& document, const bench_run& run) {
  const options& chosen = run.runtime_options;
  document["workload"] = run.workload->name;
  document["scheduler"] = chosen.scheduler;
  document["policy"] = to_string(run.plan.policy);
  document["workers"] = chosen.workers;
  document["size"] = workloads::to_string(run.size);
  document["parameters"] = run.parameters.values();
  document["options"] = rest_of_options(document, chosen);
  document["repeat"] = run.plan.repeat;
}

/// Present only when the workers were virtual.
void add_virtual_time(json& document, const bench_run& run) {
  if (run.topology.empty()) {
    return;
  }
  document["virtual_workers"] = run.runtime_options.workers;
  document["topology"] = run.topology;
  document["virtual_seconds"] = run.measured.virtual_seconds;
  document["virtual_work_seconds"] = run.measured.virtual_work_seconds;
  document["virtual_events"] = run.measured.virtual_events;
}

}  // namespace

std::string bench_json(const bench_run& run) {
  const measurement& measured = run.measured;
  json document;
  document["schema_version"] = 1;
  document["kind"] = "bench";
  document["version"] = version();
  add_request(document, run);
  document["verified"] = measured.verified();
  document["complaint"] = measured.complaint;
  document["answer"] = measured.answer;
  document["seconds"] = measured.seconds;
  document["serial_seconds"] = measured.serial_seconds;
  document["cpu_seconds"] = measured.cpu_seconds;
  document["serial_cpu_seconds"] = measured.serial_cpu_seconds;
  add_virtual_time(document, run);
  document["order"] = order_of(measured);
  document["ratio"] = or_null(run.ratio());
  document["cpu_ratio"] = or_null(run.cpu_ratio());
  for (const trace::counter& one : trace::counters) {
    document[std::string(one.name)] = or_null(measured.count(one));
  }
  document["tasks_per_answer"] = measured.counters.tasks_per_answer;
  document["peak_rss_bytes"] = run.peak_rss_bytes;
  // Answers and parameters may hold any bytes, for instance of a file name.
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace nuthatch::cli
