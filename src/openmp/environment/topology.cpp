// SPDX-License-Identifier: Apache-2.0

// The machine from Linux's files. These functions replace those of the platform, which use hwloc,
// because this library does not link with hwloc.

#include "platform/topology.hpp"

#include <string>

#include <nuthatch/errors.hpp>

#include "openmp/environment/env_settings.hpp"
#include "openmp/environment/machine.hpp"

namespace nuthatch::platform {

namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw option_error("cannot read the topology " + what + ": the OpenMP runtime has no hwloc");
}

}  // namespace

topology topology::this_machine() {
  return openmp::machine_of(openmp::cpus_at_start());
}

topology topology::from_synthetic(const std::string& description) {
  refuse("'" + description + "'");
}

topology topology::from_xml(const std::string& path) {
  refuse("file '" + path + "'");
}

}  // namespace nuthatch::platform
