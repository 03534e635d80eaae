// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "openmp/environment/place_list.hpp"

namespace nuthatch::openmp {

/// The places of an abstract name, in the order of their first CPUs, restricted to CPUs of
/// `allowed`. Linux's files below `system` describe the machine. Without them, every CPU is a core,
/// and the machine has one socket, one cache and one NUMA domain.
[[nodiscard]] place_list places_of(place_kind kind,
                                   const platform::cpu_set& allowed,
                                   const std::string& system = "/sys/devices/system");

}  // namespace nuthatch::openmp
