// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/workload.hpp"

/// Texts of the command line turned into values. Each function throws usage_error that starts with
/// `option`, quotes the text, and states what would be valid.
namespace nuthatch::cli {

struct whole_number_range {
  std::uint64_t first = 0;
  std::uint64_t last = UINT64_MAX;
};

/// Parses all of `text`; nothing if it is no such number.
template <class Number>
std::optional<Number> as_number(std::string_view text) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, value);
  return status == std::errc{} && stop == end ? std::optional(value) : std::nullopt;
}

std::uint64_t parse_whole_number(std::string_view option,
                                 const std::string& text,
                                 whole_number_range allowed = {});

/// Parses a number of repetitions.
unsigned parse_repeat(const std::string& text);

/// Parses seconds: a number that is not negative.
double parse_seconds(std::string_view option, const std::string& text);

/// Parses "a,b,c" in order. Empty parts and repeated names are errors.
std::vector<std::string> parse_list(std::string_view option, const std::string& text);

/// Parses "1,2,8"; 0 means automatic.
std::vector<unsigned> parse_worker_counts(std::string_view option, const std::string& text);
unsigned parse_workers(std::string_view option, const std::string& text);

std::vector<std::string> policy_names();

workloads::problem_size parse_size(std::string_view option, const std::string& text);

/// All names of schedulers, and those that are compared by default: all except for examples.
std::vector<std::string> scheduler_names();
std::vector<std::string> compared_scheduler_names();

std::vector<std::string> workload_names();

/// Throws usage_error that lists the workloads unless there is one of this name.
const workloads::workload& find_workload(std::string_view option, const std::string& name);

/// One `--set`: `key=value`, or `workload.key=value` for one of several workloads.
struct setting {
  std::string workload;  ///< empty if not given
  std::string key;
  std::string value;

  friend bool operator==(const setting&, const setting&) = default;
};

/// Throws usage_error if there is no `=` or no key. The value may contain anything, including `=`
/// and `.`.
setting parse_setting(const std::string& text);

/// The parameters of one workload: the defaults of the size, changed by the settings that name the
/// workload or none. Throws usage_error that names the key and the valid values.
workloads::parameters resolve_parameters(const workloads::workload& workload,
                                         workloads::problem_size size,
                                         const std::vector<setting>& settings);

/// Loads the schedule in the file. Throws usage_error.
[[nodiscard]] schedule load_schedule(std::string_view option, const std::string& file);

}  // namespace nuthatch::cli
