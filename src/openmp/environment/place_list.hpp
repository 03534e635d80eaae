// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "platform/affinity.hpp"

namespace nuthatch::openmp {

/// An ordered list of places, which are sets of CPUs.
using place_list = std::vector<platform::cpu_set>;

/// The abstract names of OMP_PLACES.
enum class place_kind : std::uint8_t { threads, cores, ll_caches, numa_domains, sockets };

/// An abstract name of places: "cores", "sockets(2)".
struct named_places {
  place_kind kind;
  std::optional<std::uint64_t> max;
};

/// The value of OMP_PLACES: places, or an abstract name. One of the two is empty.
struct places_value {
  place_list listed;
  std::optional<named_places> named;
};

/// Parses OMP_PLACES: an abstract name, or places separated by commas, "{0:4}:2:4,{9,11},!{3}". A
/// place is a list of CPUs in braces, or one CPU. In both, FIRST:COUNT:STEP stands for several, and
/// an item after ! is removed. Returns nothing if the value is invalid, or names CPUs that no
/// machine has.
[[nodiscard]] std::optional<places_value> read_places(std::string_view all);

/// Parses GOMP_CPU_AFFINITY: CPUs separated by blanks or commas, each of which is a place, "0 3 1-2
/// 4-15:2".
[[nodiscard]] std::optional<place_list> read_cpu_affinity(std::string_view all);

}  // namespace nuthatch::openmp
