// SPDX-License-Identifier: Apache-2.0
#include "cli/options/option_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include <fmt/format.h>

#include "cli/options/bad_input.hpp"
#include "cli/options/known_names.hpp"
#include "configuration/words.hpp"

namespace nuthatch::cli {

namespace {

std::string expected_number(const whole_number_range& allowed) {
  return allowed.last == UINT64_MAX
             ? fmt::format("a whole number, {} or more", allowed.first)
             : fmt::format("a whole number from {} to {}", allowed.first, allowed.last);
}

std::vector<std::string> names_of_schedulers(bool examples) {
  std::vector<scheduler_info> named = schedulers();
  std::erase_if(named, [=](const scheduler_info& one) { return one.example && !examples; });
  return names_of(named, &scheduler_info::name);
}

}  // namespace

std::uint64_t parse_whole_number(std::string_view option,
                                 const std::string& text,
                                 whole_number_range allowed) {
  const auto value = as_number<std::uint64_t>(text);
  if (!value || *value < allowed.first || *value > allowed.last) {
    throw usage_error(fmt::format("{}: \"{}\" is not {}", option, text, expected_number(allowed)));
  }
  return *value;
}

unsigned parse_repeat(const std::string& text) {
  return static_cast<unsigned>(parse_whole_number("--repeat", text, {1, 1'000'000}));
}

double parse_seconds(std::string_view option, const std::string& text) {
  const auto value = as_number<double>(text);
  if (!value || !std::isfinite(*value) || *value < 0) {
    throw usage_error(fmt::format("{}: \"{}\" is not a number of seconds", option, text));
  }
  return *value;
}

std::vector<std::string> parse_list(std::string_view option, const std::string& text) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  while (start <= text.size()) {
    const std::size_t comma = std::min(text.find(',', start), text.size());
    std::string part = text.substr(start, comma - start);
    if (part.empty()) {
      throw usage_error(fmt::format(
          "{}: \"{}\" is not a list of names with commas between them, such as a,b", option, text));
    }
    if (std::find(parts.begin(), parts.end(), part) != parts.end()) {
      throw usage_error(fmt::format("{}: \"{}\" is named twice; once is enough", option, part));
    }
    parts.push_back(std::move(part));
    start = comma + 1;
  }
  return parts;
}

unsigned parse_workers(std::string_view option, const std::string& text) {
  return static_cast<unsigned>(parse_whole_number(option, text, {0, max_workers}));
}

std::vector<unsigned> parse_worker_counts(std::string_view option, const std::string& text) {
  std::vector<unsigned> counts;
  for (const std::string& part : parse_list(option, text)) {
    counts.push_back(parse_workers(option, part));
  }
  return counts;
}

std::vector<std::string> policy_names() {
  return configuration::names_of_words<spawn_policy>();
}

workloads::problem_size parse_size(std::string_view option, const std::string& text) {
  using workloads::problem_size;
  constexpr std::array sizes = {problem_size::small, problem_size::standard, problem_size::paper};
  require_known(
      fmt::format("{}: there is no size", option), text, names_of(sizes, [](problem_size size) {
        return std::string(workloads::to_string(size));
      }));
  return workloads::parse_problem_size(text);
}

std::vector<std::string> scheduler_names() {
  return names_of_schedulers(/*examples=*/true);
}

std::vector<std::string> compared_scheduler_names() {
  return names_of_schedulers(/*examples=*/false);
}

std::vector<std::string> workload_names() {
  return names_of(workloads::all(), &workloads::workload::name);
}

const workloads::workload& find_workload(std::string_view option, const std::string& name) {
  const workloads::workload* const found = workloads::find(name);
  if (found == nullptr) {
    throw usage_error(unknown_name_message(
        fmt::format("{}: there is no workload", option), name, workload_names()));
  }
  return *found;
}

setting parse_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw usage_error(fmt::format("--set: \"{}\" has no value; it takes key=value", text));
  }
  // Search only the part before '=', because values such as file names may contain dots.
  const std::size_t dot = text.substr(0, equals).find('.');
  setting parsed;
  if (dot != std::string::npos) {
    parsed.workload = text.substr(0, dot);
  }
  const std::size_t key_start = dot == std::string::npos ? 0 : dot + 1;
  parsed.key = text.substr(key_start, equals - key_start);
  parsed.value = text.substr(equals + 1);
  if (parsed.key.empty() || (dot != std::string::npos && parsed.workload.empty())) {
    throw usage_error(fmt::format("--set: \"{}\" names no parameter; it takes key=value", text));
  }
  return parsed;
}

workloads::parameters resolve_parameters(const workloads::workload& workload,
                                         workloads::problem_size size,
                                         const std::vector<setting>& settings) {
  const std::vector<std::string> known = names_of(workload.list, &workloads::parameter::name);
  std::vector<std::string> overrides;
  for (const setting& one : settings) {
    if (!one.workload.empty() && one.workload != workload.name) {
      continue;
    }
    require_known(fmt::format("--set: {} has no parameter", workload.name), one.key, known);
    overrides.push_back(fmt::format("{}={}", one.key, one.value));
  }
  return {workload.name, workload.list, size, overrides};
}

schedule load_schedule(std::string_view option, const std::string& file) {
  try {
    return schedule::load(file);
  } catch (const error& refused) {
    throw usage_error(fmt::format("{}: {}", option, refused.what()));
  }
}

}  // namespace nuthatch::cli
