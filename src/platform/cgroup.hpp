// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace nuthatch::platform {

enum class cgroup_version : std::uint8_t { v1, v2 };

/// The control groups around this process that may limit one kind of resource: its own and all
/// those around it that are visible, innermost first. A limit anywhere in the chain counts.
struct cgroup_chain {
  cgroup_version version;
  std::vector<std::filesystem::path> directories;  ///< as the process sees them, below `root`
};

/// Finds the chains for `controller` ("cpu", "memory"): at most one of each version, none where the
/// system has no such groups. proc/ and mount points are looked for below `root`: "/" but in tests.
[[nodiscard]] std::vector<cgroup_chain> find_cgroups(const std::filesystem::path& root,
                                                     const std::string& controller);

}  // namespace nuthatch::platform
