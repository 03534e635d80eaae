#include "cli/present/compare_json.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "cli/compare/comparison.hpp"
#include "cli/compare/contender.hpp"
#include "cli/compare/standing.hpp"
#include "cli/measure/summary.hpp"
#include "cli/measure/typical.hpp"
#include "trace/counter_list.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

namespace {

using json = nlohmann::ordered_json;

json or_null(const std::optional<summary>& value) {
  if (!value) {
    return nullptr;
  }
  return {{"median", value->median}, {"min", value->min}, {"max", value->max}};
}

const char* kind_name(contender_kind kind) {
  switch (kind) {
    case contender_kind::scheduler:
      return "scheduler";
    case contender_kind::peer:
      return "peer";
    case contender_kind::serial:
      break;
  }
  return "serial";
}

json counters_of(const contender_record& record) {
  if (record.counters.empty()) {
    return nullptr;
  }
  const statistics counters = typical(record.counters);
  json document;
  for (const trace::counter& one : trace::counters) {
    json& field = document[std::string(one.name)];
    if (one.when == trace::counting::always) {
      field = counters.*one.field;
    } else if (record.with_spawns) {
      field = (*record.with_spawns).*one.field;
    }
  }
  return document;
}

/// Without the folder of the program, which says something about one machine only.
json typed_command(std::vector<std::string> command) {
  if (!command.empty()) {
    command.front() = std::filesystem::path(command.front()).filename().string();
  }
  return command;
}

json contender_json(const contender& who, const contender_record& record, const standing& place) {
  json one;
  one["name"] = who.name;
  one["kind"] = kind_name(who.kind);
  one["policy"] = who.kind == contender_kind::scheduler ? json(who.policy) : json(nullptr);
  one["workers"] = who.workers;
  one["status"] = to_string(record.status);
  one["reason"] = record.reason;
  one["answer"] = record.answer;
  one["rank"] = place.rank ? json(*place.rank) : json(nullptr);
  one["seconds"] = record.seconds;
  one["cpu_seconds"] = record.cpu_seconds;
  one["wall"] = or_null(place.wall);
  one["cpu"] = or_null(place.cpu);
  one["wall_ratio"] = or_null(place.wall_ratio);
  one["cpu_ratio"] = or_null(place.cpu_ratio);
  one["counters"] = counters_of(record);
  one["peak_rss_bytes"] = record.peak_rss_bytes;
  one["command"] = typed_command(who.command);
  return one;
}

json entry_json(const comparison_entry& entry, const std::vector<contender_record>& records) {
  const std::vector<standing> places = standings(records);
  json contenders = json::array();
  for (std::size_t i = 0; i < entry.contenders.size(); ++i) {
    contenders.push_back(contender_json(entry.contenders[i], records[i], places[i]));
  }
  return {{"workload", entry.workload->name},
          {"parameters", entry.parameters.values()},
          {"contenders", std::move(contenders)}};
}

json peers_json(const std::vector<peer>& peers) {
  json list = json::array();
  for (const peer& one : peers) {
    list.push_back({{"name", one.name},
                    {"available", one.available()},
                    {"reason", one.unavailable},
                    {"version", one.version},
                    {"compiler", one.compiler}});
  }
  return list;
}

json steps_json(const comparison& result) {
  json list = json::array();
  for (const comparison_step& step : result.steps) {
    list.push_back({{"round", step.round},
                    {"workload", step.entry},
                    {"contender", step.contender},
                    {"started", step.started}});
  }
  return list;
}

}  // namespace

std::string compare_json(const comparison& result) {
  const comparison_request& request = result.plan.request;
  json document;
  document["schema_version"] = 1;
  document["kind"] = "compare";
  document["version"] = version();
  document["size"] = workloads::to_string(request.size);
  document["repeat"] = request.repeat;
  document["peers"] = peers_json(request.peers);
  json entries = json::array();
  for (std::size_t i = 0; i < result.plan.entries.size(); ++i) {
    entries.push_back(entry_json(result.plan.entries[i], result.records[i]));
  }
  document["workloads"] = std::move(entries);
  document["steps"] = steps_json(result);
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace nuthatch::cli
