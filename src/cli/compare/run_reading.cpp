#include "cli/compare/run_reading.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <exception>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/compare/contender.hpp"
#include "cli/system/child_process.hpp"
#include "trace/counter_list.hpp"

namespace nuthatch::cli {

namespace {

using nlohmann::json;

/// Relative; sums of some million doubles in another order differ by less.
constexpr double rounding = 1e-9;

std::optional<double> as_number(const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, value);
  return status == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}

void read_counters(const json& said, contender_record& record) {
  statistics& counters = record.counters.emplace_back();
  for (const trace::counter& one : trace::counters) {
    const json& count = said.at(std::string(one.name));
    if (one.when == trace::counting::always) {
      counters.*one.field = count.get<std::uint64_t>();
    } else if (!count.is_null()) {
      if (!record.with_spawns) {
        record.with_spawns.emplace();
      }
      (*record.with_spawns).*one.field = count.get<std::uint64_t>();
    }
  }
}

/// What the process ran with instead of what it was asked to; empty when that is the same.
std::string other_parameters(const parameter_values& expected, const json& said) {
  const json used_parameters = said.value("parameters", json::object());
  for (const auto& [key, value] : used_parameters.items()) {
    const auto wanted = expected.find(key);
    const std::string used = value.is_string() ? value.get<std::string>() : value.dump();
    if (wanted != expected.end() && !same_answer(wanted->second, used)) {
      return fmt::format("ran with {}={} instead of {}", key, used, wanted->second);
    }
  }
  return {};
}

void end_with(contender_record& record, run_status status, std::string reason) {
  record.status = status;
  record.reason = std::move(reason);
}

void read_times(const contender& who, const json& said, contender_record& record) {
  const bool serial = who.kind == contender_kind::serial;
  record.seconds.push_back(said.at(serial ? "serial_seconds" : "seconds").at(0).get<double>());
  record.cpu_seconds.push_back(
      said.at(serial ? "serial_cpu_seconds" : "cpu_seconds").at(0).get<double>());
  if (who.kind == contender_kind::scheduler) {
    read_counters(said, record);
  }
}

void read_document(const contender& who,
                   const parameter_values& expected,
                   const child_result& result,
                   contender_record& record) {
  const json said = json::parse(result.output);
  record.answer = said.at("answer").get<std::string>();
  if (!said.at("verified").get<bool>()) {
    const std::string why = said.value("complaint", said.value("error", std::string{}));
    end_with(
        record,
        run_status::wrong,
        why.empty() ? fmt::format("answer {} did not pass its own check", record.answer) : why);
  } else if (!result.succeeded()) {
    end_with(record, run_status::failed, describe_failure(result));
  } else if (std::string other = other_parameters(expected, said); !other.empty()) {
    end_with(record, run_status::failed, std::move(other));
  } else {
    read_times(who, said, record);
    const std::uint64_t peak = said.value("peak_rss_bytes", result.peak_resident_bytes);
    record.peak_rss_bytes = std::max(record.peak_rss_bytes, peak);
  }
}

}  // namespace

void read_run(const contender& who,
              const parameter_values& expected,
              const child_result& result,
              contender_record& record) {
  try {
    read_document(who, expected, result, record);
  } catch (const std::exception&) {
    end_with(record,
             run_status::failed,
             result.succeeded() ? "did not print the JSON object that was expected"
                                : describe_failure(result));
  }
}

bool same_answer(const std::string& one, const std::string& other) {
  if (one == other) {
    return true;
  }
  const std::optional<double> a = as_number(one);
  const std::optional<double> b = as_number(other);
  return a && b && std::fabs(*a - *b) <= rounding * std::fmax(std::fabs(*a), std::fabs(*b));
}

}  // namespace nuthatch::cli
