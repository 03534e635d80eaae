// SPDX-License-Identifier: Apache-2.0
#include "platform/cpu_limits.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "platform/affinity.hpp"
#include "platform/cgroup.hpp"
#include "platform/first_line.hpp"

namespace nuthatch::platform {

namespace fs = std::filesystem;

namespace {

/// Parses a whole number that the kernel has written.
std::optional<double> number(std::string_view text) {
  std::int64_t value = 0;
  const auto [stop, code] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = code == std::errc{} && stop == text.data() + text.size();
  return whole ? std::optional(static_cast<double>(value)) : std::nullopt;
}

/// Parses "quota period" in microseconds; "max" or a quota of -1 means none.
std::optional<double> cpus_of(const std::string& text) {
  std::istringstream words(text);
  std::string quota_word;
  std::string period_word;
  words >> quota_word >> period_word;
  const auto quota = number(quota_word);
  const auto period = number(period_word);
  if (!quota || !period || *quota <= 0 || *period <= 0) {
    return std::nullopt;
  }
  return *quota / *period;
}

std::optional<cgroup_limit> cpu_quota_in(const fs::path& group, cgroup_version version) {
  const fs::path file = group / (version == cgroup_version::v2 ? "cpu.max" : "cpu.cfs_quota_us");
  auto text = first_line(file);
  if (!text) {
    return std::nullopt;
  }
  if (version == cgroup_version::v1) {
    *text += ' ';
    *text += first_line(group / "cpu.cfs_period_us").value_or("?");
  }
  return cgroup_limit{.file = file.string(), .text = *text, .amount = cpus_of(*text)};
}

std::optional<cgroup_limit> memory_limit_in(const fs::path& group, cgroup_version version) {
  // Version 1 expresses "none" by the largest number of whole pages that fits a signed 64-bit
  // number.
  constexpr double beyond_any_machine = 4e18;
  const fs::path file =
      group / (version == cgroup_version::v2 ? "memory.max" : "memory.limit_in_bytes");
  const auto text = first_line(file);
  if (!text) {
    return std::nullopt;
  }
  auto bytes = number(*text);
  if (bytes && (*bytes < 0 || *bytes > beyond_any_machine)) {
    bytes.reset();
  }
  return cgroup_limit{.file = file.string(), .text = *text, .amount = bytes};
}

template <class Read>
std::vector<cgroup_limit> limits_of(const fs::path& root,
                                    const std::string& controller,
                                    Read read) {
  std::vector<cgroup_limit> found;
  for (const cgroup_chain& chain : find_cgroups(root, controller)) {
    for (const fs::path& group : chain.directories) {
      if (auto limit = read(group, chain.version)) {
        found.push_back(std::move(*limit));
      }
    }
  }
  return found;
}

std::optional<double> smallest(const std::vector<cgroup_limit>& limits) {
  std::optional<double> least;
  for (const cgroup_limit& limit : limits) {
    if (limit.amount && (!least || *limit.amount < *least)) {
      least = limit.amount;
    }
  }
  return least;
}

void describe(std::ostream& out, const char* what, const std::vector<cgroup_limit>& limits) {
  for (const cgroup_limit& limit : limits) {
    out << what << ": " << limit.file << " is \"" << limit.text << '"'
        << (limit.amount ? "" : ", no limit") << '\n';
  }
  if (limits.empty()) {
    out << what << ": no control group sets one\n";
  }
}

}  // namespace

std::optional<double> cpu_limits::quota() const {
  return smallest(cpu_quotas);
}

std::optional<std::uint64_t> cpu_limits::memory() const {
  const auto bytes = smallest(memory_limits);
  return bytes ? std::optional(static_cast<std::uint64_t>(*bytes)) : std::nullopt;
}

unsigned workers_for(const cpu_set& cpus, const std::optional<double>& quota) {
  double count = cpus.count();
  if (quota) {
    count = std::min(count, std::ceil(*quota));
  }
  return static_cast<unsigned>(std::max(count, 1.0));
}

unsigned cpu_limits::workers() const {
  return workers_for(affinity, quota());
}

std::string cpu_limits::to_string() const {
  std::ostringstream out;
  out << "affinity mask: " << affinity.count() << " cpus (" << affinity.to_string() << ")\n";
  describe(out, "cpu quota", cpu_quotas);
  describe(out, "memory limit", memory_limits);
  out << "workers: " << workers();
  if (const auto cpus = quota()) {
    out << ", the smaller of mask and quota (" << *cpus << " cpus, rounded up)";
  }
  out << '\n';
  return out.str();
}

cpu_limits read_cpu_limits(const fs::path& root) {
  return {.affinity = get_affinity(),
          .cpu_quotas = limits_of(root, "cpu", cpu_quota_in),
          .memory_limits = limits_of(root, "memory", memory_limit_in)};
}

std::optional<double> read_cpu_quota() {
  return smallest(limits_of("/", "cpu", cpu_quota_in));
}

unsigned worker_count() {
  return workers_for(get_affinity(), read_cpu_quota());
}

}  // namespace nuthatch::platform
