#include "cli/options/setting.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <nuthatch/nuthatch.hpp>

#include "cli/options/known_names.hpp"
#include "cli/options/usage_error.hpp"

namespace nuthatch::cli {

setting parse_setting(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw usage_error(fmt::format("--set: \"{}\" has no value; it takes key=value", text));
  }
  // Only the part before '=' is searched: a value such as a file name may hold dots.
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
  std::vector<std::string> known;
  std::transform(workload.list.begin(),
                 workload.list.end(),
                 std::back_inserter(known),
                 [](const workloads::parameter& one) { return one.name; });
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

}  // namespace nuthatch::cli
