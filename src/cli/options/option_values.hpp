#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/workload.hpp"

/// Texts of the command line turned into values. Each function throws usage_error that starts with
/// `option`, quotes the text, and says what would be right.
namespace nuthatch::cli {

struct whole_number_range {
  std::uint64_t first = 0;
  std::uint64_t last = UINT64_MAX;
};

std::uint64_t parse_whole_number(std::string_view option,
                                 const std::string& text,
                                 whole_number_range allowed = {});

/// Seconds: a number that is not negative.
double parse_seconds(std::string_view option, const std::string& text);

/// "a,b,c" in order; empty parts and repeated names are errors.
std::vector<std::string> parse_list(std::string_view option, const std::string& text);

/// "1,2,8"; 0 means automatic.
std::vector<unsigned> parse_worker_counts(std::string_view option, const std::string& text);
unsigned parse_workers(std::string_view option, const std::string& text);

std::vector<std::string> policy_names();

workloads::problem_size parse_size(std::string_view option, const std::string& text);

/// All that can be named, and those that are compared unless named: all but examples.
std::vector<std::string> scheduler_names();
std::vector<std::string> compared_scheduler_names();

std::vector<std::string> workload_names();

/// Throws usage_error listing the workloads unless there is one of this name.
const workloads::workload& find_workload(std::string_view option, const std::string& name);

}  // namespace nuthatch::cli
