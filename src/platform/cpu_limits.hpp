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
  std::string file;  ///< for example "/sys/fs/cgroup/build/cpu.max"
  std::string text;  ///< its content as found, "quota period" where version 1 has two files
  /// The limit in CPUs (1.5 is one and a half) or bytes. Nothing if the file sets no limit, or
  /// cannot be parsed.
  std::optional<double> amount;
};

/// The limits that determine a useful number of workers, and the source of each value.
struct cpu_limits {
  cpu_set affinity;                         ///< of the calling thread
  std::vector<cgroup_limit> cpu_quotas;     ///< innermost group first; in cpus
  std::vector<cgroup_limit> memory_limits;  ///< innermost group first; in bytes

  /// Returns the smallest quota, in CPUs; nothing if there is none.
  [[nodiscard]] std::optional<double> quota() const;

  /// Returns the smallest memory limit, in bytes; nothing if there is none.
  [[nodiscard]] std::optional<std::uint64_t> memory() const;

  /// Returns how many workers can run at once: the CPUs of the mask, at most the quota rounded up,
  /// at least 1.
  [[nodiscard]] unsigned workers() const;

  /// Returns a description of all of the above for display, several lines, each terminated.
  [[nodiscard]] std::string to_string() const;
};

/// Reads the limits of the calling thread and its process. Files that are missing or cannot be
/// parsed set no limit. `root` is the directory that contains proc/ and the groups: "/" except in
/// tests.
[[nodiscard]] cpu_limits read_cpu_limits(const std::filesystem::path& root = "/");

/// The same as read_cpu_limits().quota(), but reads less.
[[nodiscard]] std::optional<double> read_cpu_quota();

/// Returns how many workers can run at once on those CPUs: at most the quota rounded up, at least
/// 1.
[[nodiscard]] unsigned workers_for(const cpu_set& cpus, const std::optional<double>& quota);

/// The same as read_cpu_limits().workers(), but reads less.
[[nodiscard]] unsigned worker_count();

}  // namespace nuthatch::platform
