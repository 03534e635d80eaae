// SPDX-License-Identifier: Apache-2.0

// The machine from Linux's files. The platform has another version of these functions, which uses
// hwloc; this library does not link with it.

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
