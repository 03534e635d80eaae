// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "openmp/environment/place_list.hpp"

namespace nuthatch::openmp {

/// The places of a kind, in the order of their first cpus, as far as they have cpus of `allowed`.
/// Linux tells what belongs together, in files below `system`. Where it does not, every cpu is a
/// core, and the machine has one socket, one cache and one part of memory.
[[nodiscard]] place_list places_of(place_kind kind,
                                   const platform::cpu_set& allowed,
                                   const std::string& system = "/sys/devices/system");

}  // namespace nuthatch::openmp
