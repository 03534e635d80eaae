#pragma once

#include <string>
#include <vector>

#include "cli/compare/peer.hpp"

namespace nuthatch::cli {

/// Everything that has a name: schedulers, options, counters, workloads and peers. The pages and
/// schemas that tests/docs/reference.py writes are made of it.
std::string list_json(const std::vector<peer>& peers);

}  // namespace nuthatch::cli
