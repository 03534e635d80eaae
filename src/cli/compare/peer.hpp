// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace nuthatch::cli {

/// Another runtime that can run some of the workloads: an executable peer-NAME with the protocol of
/// benchmarks/README.md.
struct peer {
  std::string name;
  std::string path;  ///< empty when there is no executable
  std::string version;
  std::string compiler;
  std::vector<std::string> workloads;
  std::string unavailable;  ///< why it cannot be used; empty when it can

  [[nodiscard]] bool available() const { return unavailable.empty(); }

  [[nodiscard]] bool knows(const std::string& workload) const;
};

/// Where peers are looked for, the first place first: `peer_dir` (--peer-dir, may be empty), those
/// of NUTHATCH_PEER_DIR, the folder of this command, and the folder "peers" beside that. Throws
/// usage_error when `peer_dir` is no folder.
std::vector<std::string> peer_folders(const std::string& peer_dir);

/// Every peer of these folders, by name; asks each what it is. In a folder, a file left_out.txt
/// with lines "NAME: reason" names peers that could not be built.
std::vector<peer> find_peers(const std::vector<std::string>& folders);

/// Those in `folders` that `selection` ("all", "none" or "a,b") asks for. Throws usage_error for a
/// name that no program has there and that no left_out.txt explains.
std::vector<peer> select_peers(const std::string& selection,
                               const std::vector<std::string>& folders);

}  // namespace nuthatch::cli
