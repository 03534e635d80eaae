#include "cli/compare/peer.hpp"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/options/known_names.hpp"
#include "cli/options/option_values.hpp"
#include "cli/options/usage_error.hpp"
#include "cli/system/child_process.hpp"
#include "cli/system/own_path.hpp"

namespace nuthatch::cli {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view prefix = "peer-";
constexpr double time_to_answer = 20;  // seconds, to say what it is: far more than any start takes

/// Fills in what the peer says of itself.
void ask(peer& one) {
  const child_result description = run_child({one.path, "--describe"}, time_to_answer);
  const child_result list = run_child({one.path, "list"}, time_to_answer);
  for (const child_result& result : {description, list}) {
    if (!result.succeeded()) {
      one.unavailable = "does not start: " + describe_failure(result);
      return;
    }
  }
  try {
    const nlohmann::json about = nlohmann::json::parse(description.output);
    one.version = about.at("version").get<std::string>();
    one.compiler = about.value("compiler", "");
  } catch (const std::exception&) {
    one.unavailable = "does not describe itself (--describe prints no object with a version)";
    return;
  }
  std::istringstream lines(list.output);
  for (std::string line; std::getline(lines, line);) {
    if (!line.empty()) {
      one.workloads.push_back(line);
    }
  }
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
      if (one.path.empty()) {  // the first folder counts
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
  return std::find(workloads.begin(), workloads.end(), workload) != workloads.end();
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
  std::istringstream list(variable == nullptr ? "" : variable);
  for (std::string folder; std::getline(list, folder, ':');) {
    if (!folder.empty()) {
      folders.push_back(folder);
    }
  }
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
  std::vector<std::string> names;
  for (const peer& one : found) {
    names.push_back(one.name);
  }
  std::vector<peer> selected;
  for (const std::string& name : parse_list("--peers", selection)) {
    require_known(
        fmt::format("--peers: in {}, there is no peer", fmt::join(folders, ", ")), name, names);
    selected.push_back(*std::find_if(
        found.begin(), found.end(), [&](const peer& one) { return one.name == name; }));
  }
  return selected;
}

}  // namespace nuthatch::cli
