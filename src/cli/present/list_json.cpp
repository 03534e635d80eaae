#include "cli/present/list_json.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "cli/compare/peer.hpp"
#include "runtime/option_list.hpp"
#include "schedulers/registry.hpp"
#include "trace/counter_list.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

namespace {

using json = nlohmann::ordered_json;

json workload_json(const workloads::workload& workload) {
  json parameters = json::array();
  for (const workloads::parameter& one : workload.list) {
    parameters.push_back({{"name", one.name},
                          {"description", one.description},
                          {"small", one.by_size[0]},
                          {"default", one.by_size[1]},
                          {"paper", one.by_size[2]}});
  }
  return {{"name", workload.name},
          {"description", workload.description},
          {"parameters", std::move(parameters)}};
}

const char* kind_name(configuration::value_kind kind) {
  using configuration::value_kind;
  switch (kind) {
    case value_kind::yes_or_no:
      return "boolean";
    case value_kind::number:
      return "number";
    case value_kind::bytes:
      return "bytes";
    case value_kind::word:
      return "word";
    case value_kind::text:
      break;
  }
  return "text";
}

json option_json(const listed_option& listed) {
  const configuration::option& what = *listed.what;
  json one{{"name", what.name},
           {"variable", what.variable()},
           {"flag", what.flag()},
           {"placeholder", what.placeholder},
           {"kind", kind_name(what.kind())},
           {"unit", what.unit},
           {"values", what.right_values()},
           {"names", what.names()},
           {"default", what.usual()},
           {"nothing", what.nothing},
           {"description", what.about},
           {"scheduler", listed.of == nullptr ? json(nullptr) : json(listed.of->name)}};
  if (!what.unit.empty()) {
    one["minimum"] = what.allowed.first;
    one["maximum"] = what.allowed.last;
  }
  return one;
}

json counter_json(const trace::counter& one) {
  return {{"name", one.name},
          {"unit", one.unit},
          {"description", one.about},
          {"highest", one.how == trace::reading::most},
          {"with_spawns_only", one.when == trace::counting::wanted}};
}

json peer_json(const peer& one) {
  return {{"name", one.name},
          {"available", one.available()},
          {"reason", one.unavailable},
          {"path", one.path},
          {"version", one.version},
          {"compiler", one.compiler},
          {"workloads", one.workloads}};
}

}  // namespace

std::string list_json(const std::vector<peer>& peers) {
  json document;
  document["schema_version"] = 1;
  document["kind"] = "list";
  document["version"] = version();
  document["schedulers"] = json::array();
  for (const scheduling::entry& one : scheduling::registry()) {
    document["schedulers"].push_back({{"name", one.name},
                                      {"description", one.description},
                                      {"places", one.knows_places},
                                      {"example", one.example}});
  }
  document["options"] = json::array();
  for (const listed_option& one : option_list()) {
    document["options"].push_back(option_json(one));
  }
  document["counters"] = json::array();
  for (const trace::counter& one : trace::counters) {
    document["counters"].push_back(counter_json(one));
  }
  document["workloads"] = json::array();
  for (const workloads::workload& one : workloads::all()) {
    document["workloads"].push_back(workload_json(one));
  }
  document["peers"] = json::array();
  for (const peer& one : peers) {
    document["peers"].push_back(peer_json(one));
  }
  return document.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace nuthatch::cli
