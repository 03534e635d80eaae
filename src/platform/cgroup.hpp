// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace nuthatch::platform {

enum class cgroup_version : std::uint8_t { v1, v2 };

/// The control groups that may limit one kind of resource for this process: its own and all visible
/// ancestors, innermost first. Every limit in the chain applies.
struct cgroup_chain {
  cgroup_version version;
  std::vector<std::filesystem::path> directories;  ///< as the process sees them, below `root`
};

/// Finds the chains for `controller` ("cpu", "memory"): at most one of each version, none if the
/// system has no such groups. `root` is the directory that contains proc/ and the mount points: "/"
/// except in tests.
[[nodiscard]] std::vector<cgroup_chain> find_cgroups(const std::filesystem::path& root,
                                                     const std::string& controller);

}  // namespace nuthatch::platform
