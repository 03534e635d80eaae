// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace nuthatch::cli {

/// Another runtime that can run some of the workloads: an executable peer-NAME with the protocol of
/// benchmarks/README.md.
struct peer {
  std::string name;
  std::string path;  ///< empty if there is no executable
  std::string version;
  std::string compiler;
  std::vector<std::string> workloads;
  std::string unavailable;  ///< why it cannot be used; empty if it can

  [[nodiscard]] bool available() const { return unavailable.empty(); }

  [[nodiscard]] bool knows(const std::string& workload) const;
};

/// The folders to search for peers, in order: `peer_dir` (--peer-dir, may be empty), those of
/// NUTHATCH_PEER_DIR, the folder of this command, and the folder "peers" beside that. Throws
/// usage_error if `peer_dir` is no folder.
std::vector<std::string> peer_folders(const std::string& peer_dir);

/// All peers in these folders, by name, with their own descriptions. A file left_out.txt in a
/// folder, with lines "NAME: reason", names peers that could not be built.
std::vector<peer> find_peers(const std::vector<std::string>& folders);

/// The peers in `folders` that `selection` ("all", "none" or "a,b") names. Throws usage_error for a
/// name that no program has there and that no left_out.txt explains.
std::vector<peer> select_peers(const std::string& selection,
                               const std::vector<std::string>& folders);

}  // namespace nuthatch::cli
