// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "platform/affinity.hpp"

namespace nuthatch::platform {

/// A limit as found in one file of one control group.
struct cgroup_limit {
  std::string file;  ///< e.g. "/sys/fs/cgroup/build/cpu.max"
  std::string text;  ///< its content as found, "quota period" where version 1 has two files
  /// What it allows: cpus (1.5 is one and a half) or bytes. Nothing when it does not limit, or
  /// cannot be understood.
  std::optional<double> amount;
};

/// What decides how many workers are worth having, and where each value came from.
struct cpu_limits {
  cpu_set affinity;                         ///< of the calling thread
  std::vector<cgroup_limit> cpu_quotas;     ///< innermost group first; in cpus
  std::vector<cgroup_limit> memory_limits;  ///< innermost group first; in bytes

  /// The smallest quota, in cpus; nothing when there is none.
  [[nodiscard]] std::optional<double> quota() const;

  /// The smallest memory limit, in bytes; nothing when there is none.
  [[nodiscard]] std::optional<std::uint64_t> memory() const;

  /// How many workers can run at once: cpus of the mask, at most the quota rounded up, at least 1.
  [[nodiscard]] unsigned workers() const;

  /// All of the above for a person, several lines, each ended.
  [[nodiscard]] std::string to_string() const;
};

/// Reads the limits of the calling thread and its process. Files that are missing or cannot be
/// understood do not limit. `root` is where proc/ and the groups are looked for: "/" but in tests.
[[nodiscard]] cpu_limits read_cpu_limits(const std::filesystem::path& root = "/");

/// read_cpu_limits().quota(), for which less is read.
[[nodiscard]] std::optional<double> read_cpu_quota();

/// How many workers can run at once on those cpus: at most the quota rounded up, at least 1.
[[nodiscard]] unsigned workers_for(const cpu_set& cpus, const std::optional<double>& quota);

/// read_cpu_limits().workers(), likewise.
[[nodiscard]] unsigned worker_count();

}  // namespace nuthatch::platform
