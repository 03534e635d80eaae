// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "platform/affinity.hpp"

namespace nuthatch::openmp {

/// Where threads are put: sets of cpus, which come after each other.
using place_list = std::vector<platform::cpu_set>;

/// What one place is, where OMP_PLACES names a kind.
enum class place_kind : std::uint8_t { threads, cores, ll_caches, numa_domains, sockets };

/// "cores", "sockets(2)".
struct named_places {
  place_kind kind;
  std::optional<std::uint64_t> max;
};

/// What OMP_PLACES says: places, or the name of a kind, of which one has no place.
struct places_value {
  place_list listed;
  std::optional<named_places> named;
};

/// Reads the value of OMP_PLACES: a kind; or places with commas, "{0:4}:2:4,{9,11},!{3}". A place
/// is a list of cpus in braces, or one cpu. In both, FIRST:COUNT:STEP stands for several, and what
/// has a ! before it is left out. Nothing if it is not understood, or names cpus that no machine
/// has.
[[nodiscard]] std::optional<places_value> read_places(std::string_view all);

/// Reads the value of GOMP_CPU_AFFINITY: cpus with blanks or commas, each of which is a place, "0 3
/// 1-2 4-15:2".
[[nodiscard]] std::optional<place_list> read_cpu_affinity(std::string_view all);

}  // namespace nuthatch::openmp
