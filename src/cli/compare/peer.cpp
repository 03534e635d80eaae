// SPDX-License-Identifier: Apache-2.0
#include "cli/compare/peer.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/options/bad_input.hpp"
#include "cli/options/known_names.hpp"
#include "cli/options/option_values.hpp"
#include "cli/system/child_process.hpp"

namespace nuthatch::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "peer-";
constexpr double time_to_answer = 20;  // seconds, to describe itself: far more than any start takes

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) {
    if (!part.empty()) {
      parts.push_back(part);
    }
  }
  return parts;
}

/// Fills in the peer's own description.
void ask(peer& one) {
  const child_result description = run_child({one.path, "--describe"}, time_to_answer);
  const child_result list = run_child({one.path, "list"}, time_to_answer);
  if (!description.succeeded() || !list.succeeded()) {
    one.unavailable =
        "does not start: " + describe_failure(description.succeeded() ? list : description);
    return;
  }
  try {
    const nlohmann::json about = nlohmann::json::parse(description.output);
    one.version = about.at("version").get<std::string>();
    one.compiler = about.value("compiler", "");
  } catch (const std::exception&) {
    one.unavailable = "does not describe itself (--describe prints no object with a version)";
    return;
  }
  one.workloads = parts_of(list.output, '\n');
}

using peer_map = std::map<std::string, peer>;

void add_executables(const fs::path& folder, peer_map& peers) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string file = entry.path().filename().string();
    const bool executable =
        entry.is_regular_file(error) && ::access(entry.path().c_str(), X_OK) == 0;
    if (file.size() > prefix.size() && file.starts_with(prefix) && executable) {
      const std::string name = file.substr(prefix.size());
      peer& one = peers[name];
      if (one.path.empty()) {  // the first folder takes precedence
        one.path = entry.path().string();
      }
    }
  }
}

void add_left_out(const fs::path& folder, peer_map& peers) {
  std::ifstream list(folder / "left_out.txt");
  for (std::string line; std::getline(list, line);) {
    if (const std::size_t colon = line.find(": "); colon != std::string::npos && colon > 0) {
      peer& one = peers[line.substr(0, colon)];
      if (one.path.empty() && one.available()) {
        one.unavailable = line.substr(colon + 2);
      }
    }
  }
}

}  // namespace

bool peer::knows(const std::string& workload) const {
  return std::ranges::find(workloads, workload) != workloads.end();
}

std::vector<std::string> peer_folders(const std::string& peer_dir) {
  std::vector<std::string> folders;
  if (!peer_dir.empty()) {
    std::error_code ignored;
    if (!fs::is_directory(peer_dir, ignored)) {
      throw usage_error(fmt::format(
          "--peer-dir: \"{}\" is not a folder; it takes the folder that holds peer-* programs",
          peer_dir));
    }
    folders.push_back(peer_dir);
  }
  const char* const variable = std::getenv("NUTHATCH_PEER_DIR");  // NOLINT(concurrency-mt-unsafe)
  std::ranges::copy(parts_of(variable == nullptr ? "" : variable, ':'),
                    std::back_inserter(folders));
  const fs::path beside = fs::path(own_path()).parent_path();
  folders.push_back(beside.string());
  folders.push_back((beside.parent_path() / "peers").string());
  return folders;
}

std::vector<peer> find_peers(const std::vector<std::string>& folders) {
  peer_map peers;
  for (const std::string& folder : folders) {
    add_executables(folder, peers);
  }
  for (const std::string& folder : folders) {
    add_left_out(folder, peers);
  }
  std::vector<peer> found;
  for (auto& [name, one] : peers) {
    one.name = name;
    if (one.available()) {
      ask(one);
    }
    found.push_back(std::move(one));
  }
  return found;
}

std::vector<peer> select_peers(const std::string& selection,
                               const std::vector<std::string>& folders) {
  if (selection == "none") {
    return {};
  }
  std::vector<peer> found = find_peers(folders);
  if (selection == "all") {
    return found;
  }
  const std::vector<std::string> names = names_of(found, &peer::name);
  std::vector<peer> selected;
  for (const std::string& name : parse_list("--peers", selection)) {
    require_known(
        fmt::format("--peers: in {}, there is no peer", fmt::join(folders, ", ")), name, names);
    selected.push_back(*std::ranges::find(found, name, &peer::name));
  }
  return selected;
}

}  // namespace nuthatch::cli
