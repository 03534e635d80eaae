#pragma once

#include <string>
#include <vector>

#include "workloads/workload.hpp"

namespace nuthatch::cli {

/// One `--set`: `key=value`, or `workload.key=value` where several workloads are meant.
struct setting {
  std::string workload;  ///< empty when not named
  std::string key;
  std::string value;

  friend bool operator==(const setting&, const setting&) = default;
};

/// Throws usage_error when there is no `=` or no key. The value may hold anything, `=` and `.` too.
setting parse_setting(const std::string& text);

/// The parameters of one workload: defaults of the size, changed by the settings that name the
/// workload or none. Throws usage_error naming the key and what would be right.
workloads::parameters resolve_parameters(const workloads::workload& workload,
                                         workloads::problem_size size,
                                         const std::vector<setting>& settings);

}  // namespace nuthatch::cli
