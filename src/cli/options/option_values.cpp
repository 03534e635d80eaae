#include "cli/options/option_values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/options/known_names.hpp"
#include "cli/options/usage_error.hpp"
#include "configuration/words.hpp"

namespace nuthatch::cli {

namespace {

std::string expected_number(const whole_number_range& allowed) {
  if (allowed.last == UINT64_MAX) {
    return fmt::format("a whole number, {} or more", allowed.first);
  }
  return fmt::format("a whole number from {} to {}", allowed.first, allowed.last);
}

std::vector<std::string> names_of_schedulers(bool examples) {
  std::vector<std::string> names;
  for (const scheduler_info& scheduler : schedulers()) {
    if (examples || !scheduler.example) {
      names.push_back(scheduler.name);
    }
  }
  return names;
}

}  // namespace

std::uint64_t parse_whole_number(std::string_view option,
                                 const std::string& text,
                                 whole_number_range allowed) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, value);
  if (status != std::errc{} || stop != end || value < allowed.first || value > allowed.last) {
    throw usage_error(fmt::format("{}: \"{}\" is not {}", option, text, expected_number(allowed)));
  }
  return value;
}

double parse_seconds(std::string_view option, const std::string& text) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, value);
  if (status != std::errc{} || stop != end || !std::isfinite(value) || value < 0) {
    throw usage_error(fmt::format("{}: \"{}\" is not a number of seconds", option, text));
  }
  return value;
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
  std::vector<std::string> names;
  for (const problem_size size :
       {problem_size::small, problem_size::standard, problem_size::paper}) {
    names.emplace_back(workloads::to_string(size));
  }
  require_known(fmt::format("{}: there is no size", option), text, names);
  return workloads::parse_problem_size(text);
}

std::vector<std::string> scheduler_names() {
  return names_of_schedulers(/*examples=*/true);
}

std::vector<std::string> compared_scheduler_names() {
  return names_of_schedulers(/*examples=*/false);
}

std::vector<std::string> workload_names() {
  std::vector<std::string> names;
  for (const workloads::workload& workload : workloads::all()) {
    names.push_back(workload.name);
  }
  return names;
}

const workloads::workload& find_workload(std::string_view option, const std::string& name) {
  const workloads::workload* const found = workloads::find(name);
  if (found == nullptr) {
    throw usage_error(unknown_name_message(
        fmt::format("{}: there is no workload", option), name, workload_names()));
  }
  return *found;
}

}  // namespace nuthatch::cli
