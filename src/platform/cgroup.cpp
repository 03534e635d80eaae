// SPDX-License-Identifier: Apache-2.0
#include "platform/cgroup.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nuthatch::platform {

namespace fs = std::filesystem;

namespace {

/// One mounted hierarchy: its group `root` is visible at `point`.
struct hierarchy_mount {
  fs::path root;
  fs::path point;
};

bool lists(std::string_view comma_separated, std::string_view wanted) {
  while (!comma_separated.empty()) {
    const auto end = std::min(comma_separated.find(','), comma_separated.size());
    if (comma_separated.substr(0, end) == wanted) {
      return true;
    }
    comma_separated.remove_prefix(std::min(end + 1, comma_separated.size()));
  }
  return false;
}

/// Decodes mountinfo's \ooo for blanks and backslashes.
std::string decode(std::string_view text) {
  const auto is_octal = [](char c) {
    return c >= '0' && c <= '7';
  };
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto digits = text.substr(std::min(i + 1, text.size()), 3);
    if (text[i] == '\\' && digits.size() == 3 &&
        std::all_of(digits.begin(), digits.end(), is_octal)) {
      plain +=
          static_cast<char>(((digits[0] - '0') * 64) + ((digits[1] - '0') * 8) + digits[2] - '0');
      i += 3;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

/// Returns the group of this process, from lines "number:controllers:path"; version 2 has number 0
/// and no names.
std::optional<fs::path> own_group(const fs::path& root,
                                  cgroup_version version,
                                  const std::string& controller) {
  std::ifstream file(root / "proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const auto first = line.find(':');
    const auto second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) {
      continue;
    }
    const std::string names = line.substr(first + 1, second - first - 1);
    const bool is_v2 = line.compare(0, first, "0") == 0 && names.empty();
    if (version == cgroup_version::v2 ? is_v2 : lists(names, controller)) {
      return fs::path(line.substr(second + 1));
    }
  }
  return std::nullopt;
}

/// Parses lines "id parent device root point options [tags…] - type source super-options".
std::vector<hierarchy_mount> mounts(const fs::path& root,
                                    cgroup_version version,
                                    const std::string& controller) {
  std::vector<hierarchy_mount> found;
  std::ifstream file(root / "proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    const auto middle = line.find(" - ");
    if (middle == std::string::npos) {
      continue;
    }
    std::istringstream left(line.substr(0, middle));
    std::istringstream right(line.substr(middle + 3));
    std::string skipped;
    std::string group;
    std::string point;
    std::string type;
    std::string options;
    left >> skipped >> skipped >> skipped >> group >> point;
    right >> type >> skipped >> options;
    const bool fits = version == cgroup_version::v2
                          ? type == "cgroup2"
                          : type == "cgroup" && lists(options, controller);
    if (fits && !point.empty()) {
      found.push_back({.root = decode(group), .point = decode(point)});
    }
  }
  return found;
}

/// Returns `group` relative to the mounted part of its hierarchy; nothing if it is not in that
/// part.
std::optional<fs::path> below(const fs::path& group, const fs::path& mounted) {
  const fs::path relative = group.lexically_relative(mounted);
  if (relative.empty() || *relative.begin() == "..") {
    return std::nullopt;
  }
  return relative == "." ? fs::path() : relative;
}

std::optional<cgroup_chain> chain_of(const fs::path& root,
                                     cgroup_version version,
                                     const std::string& controller) {
  const auto group = own_group(root, version, controller);
  const auto candidates = mounts(root, version, controller);
  if (!group || candidates.empty()) {
    return std::nullopt;
  }
  // If there are several mounts, the one that shows the most ancestors applies. A group outside of
  // all of them is seen from a container without its own cgroup namespace: its limits are then at
  // the mount point.
  const hierarchy_mount* best = &candidates.back();
  fs::path relative;
  std::ptrdiff_t best_depth = -1;
  for (const hierarchy_mount& candidate : candidates) {
    const auto path = below(*group, candidate.root);
    if (path && std::distance(path->begin(), path->end()) > best_depth) {
      best = &candidate;
      best_depth = std::distance(path->begin(), path->end());
      relative = *path;
    }
  }
  cgroup_chain chain{.version = version, .directories = {}};
  const fs::path top = best->point.relative_path();
  for (; !relative.empty(); relative = relative.parent_path()) {
    chain.directories.push_back(root / top / relative);
  }
  chain.directories.push_back(root / top);
  return chain;
}

}  // namespace

std::vector<cgroup_chain> find_cgroups(const fs::path& root, const std::string& controller) {
  std::vector<cgroup_chain> chains;
  for (const cgroup_version version : {cgroup_version::v1, cgroup_version::v2}) {
    if (auto chain = chain_of(root, version, controller)) {
      chains.push_back(std::move(*chain));
    }
  }
  return chains;
}

}  // namespace nuthatch::platform
