// SPDX-License-Identifier: Apache-2.0
#include "cli/compare/contender.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <exception>
#include <nlohmann/json.hpp>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "cli/options/option_values.hpp"
#include "trace/counter_list.hpp"

namespace nuthatch::cli {

namespace {

std::optional<summary> relative(const std::optional<summary>& value,
                                const std::optional<summary>& base) {
  if (!value || !base || base->median <= 0) {
    return std::nullopt;
  }
  return summary{.median = value->median / base->median,
                 .min = value->min / base->median,
                 .max = value->max / base->median};
}

void rank(std::vector<standing>& all) {
  std::vector<standing*> order;
  for (standing& one : std::span(all).subspan(1)) {
    if (one.wall) {
      order.push_back(&one);
    }
  }
  std::ranges::sort(
      order, {}, [](const standing* one) { return std::pair(one->wall->median, one); });
  unsigned place = 0;
  for (standing* const one : order) {
    one->rank = ++place;
  }
}

using nlohmann::json;

/// Relative tolerance. Sums of some million doubles in another order differ by less.
constexpr double rounding = 1e-9;

void read_counters(const json& said, contender& who) {
  statistics& counters = who.counters.emplace_back();
  for (const trace::counter& one : trace::counters) {
    const json& count = said.at(std::string(one.name));
    if (one.when == trace::counting::always) {
      counters.*one.field = count.get<std::uint64_t>();
    } else if (!count.is_null()) {
      who.with_spawns = who.with_spawns.value_or(statistics{});
      (*who.with_spawns).*one.field = count.get<std::uint64_t>();
    }
  }
}

/// Describes parameters that the process ran with instead of the requested ones; empty if there are
/// none.
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

void read_times(const json& said, contender& who) {
  const bool serial = who.kind == contender_kind::serial;
  who.seconds.push_back(said.at(serial ? "serial_seconds" : "seconds").at(0).get<double>());
  who.cpu_seconds.push_back(
      said.at(serial ? "serial_cpu_seconds" : "cpu_seconds").at(0).get<double>());
  if (who.kind == contender_kind::scheduler) {
    read_counters(said, who);
  }
}

void read_document(const parameter_values& expected, const child_result& result, contender& who) {
  const json said = json::parse(result.output);
  who.answer = said.at("answer").get<std::string>();
  if (!said.at("verified").get<bool>()) {
    const std::string why = said.value("complaint", said.value("error", std::string{}));
    who.end_with(
        run_status::wrong,
        why.empty() ? fmt::format("answer {} did not pass its own check", who.answer) : why);
  } else if (!result.succeeded()) {
    who.end_with(run_status::failed, describe_failure(result));
  } else if (std::string other = other_parameters(expected, said); !other.empty()) {
    who.end_with(run_status::failed, std::move(other));
  } else {
    read_times(said, who);
    const std::uint64_t peak = said.value("peak_rss_bytes", result.peak_resident_bytes);
    who.peak_rss_bytes = std::max(who.peak_rss_bytes, peak);
  }
}

}  // namespace

std::string contender::label() const {
  return kind == contender_kind::scheduler ? name + " " + policy
         : kind == contender_kind::peer    ? name + " (peer)"
                                           : name;
}

const char* to_string(contender_kind kind) {
  constexpr std::array names = {"serial", "scheduler", "peer"};
  return names.at(static_cast<std::size_t>(kind));
}

const char* to_string(run_status status) {
  constexpr std::array names = {"right", "wrong", "failed", "unavailable"};
  return names.at(static_cast<std::size_t>(status));
}

std::vector<standing> standings(const std::vector<contender>& contenders) {
  std::vector<standing> all;
  for (const contender& who : contenders) {
    standing& one = all.emplace_back();
    if (who.status == run_status::right && !who.seconds.empty()) {
      one.wall = summarize(who.seconds);
      one.cpu = summarize(who.cpu_seconds);
    }
    one.wall_ratio = relative(one.wall, all.front().wall);
    one.cpu_ratio = relative(one.cpu, all.front().cpu);
  }
  rank(all);
  return all;
}

void read_run(const parameter_values& expected, const child_result& result, contender& who) {
  try {
    read_document(expected, result, who);
  } catch (const std::exception&) {
    who.end_with(run_status::failed,
                 result.succeeded() ? "did not print the JSON object that was expected"
                                    : describe_failure(result));
  }
}

bool same_answer(const std::string& one, const std::string& other) {
  if (one == other) {
    return true;
  }
  const auto a = as_number<double>(one);
  const auto b = as_number<double>(other);
  return a && b && std::fabs(*a - *b) <= rounding * std::fmax(std::fabs(*a), std::fabs(*b));
}

}  // namespace nuthatch::cli
