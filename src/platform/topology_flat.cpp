// SPDX-License-Identifier: Apache-2.0

// Creates topologies in a build without hwloc; topology_hwloc.cpp is the counterpart.

#include <string>

#include <nuthatch/errors.hpp>

#include "platform/affinity.hpp"
#include "platform/topology.hpp"

namespace nuthatch::platform {

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw option_error("cannot read the topology " + what +
                     ": this Nuthatch was built without hwloc (NUTHATCH_WITH_HWLOC=OFF)");
}

}  // namespace

topology topology::this_machine() {
  return flat(get_affinity());
}

topology topology::from_synthetic(const std::string& description) {
  refuse("'" + description + "'");
}

topology topology::from_xml(const std::string& path) {
  refuse("file '" + path + "'");
}

}  // namespace nuthatch::platform
