// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "schedulers/shepherd/grouping.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch::testing {

/// Returns the shepherds of that many workers, each on the CPU of a machine to which it would be
/// bound.
inline std::vector<unsigned> grouped(const char* text, unsigned workers, const char* machine) {
  twin::virtual_platform on(twin::machine_model::from(machine), twin::costs(), 1);
  const auto team = on.make_team({.workers = workers, .pin = false, .cpus = {}, .name = "test"});
  return scheduling::shepherds_of(text, workers, core::worker_topology(on, *team));
}

}  // namespace nuthatch::testing
