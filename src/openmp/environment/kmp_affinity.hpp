// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openmp/environment/place_list.hpp"

namespace nuthatch::openmp {

/// Some of the parts of one kind in each larger part of the machine. Without a count, all of them.
struct machine_part {
  place_kind kind = place_kind::threads;
  std::optional<std::uint64_t> count;
  std::uint64_t offset = 0;  ///< number of parts to skip first

  friend bool operator==(const machine_part&, const machine_part&) = default;
};

/// A part of the machine, the larger kinds first. Empty: all of it.
struct machine_subset {
  std::vector<machine_part> parts;
  bool is_absolute = false;  ///< counts refer to the whole machine, not to each larger part
};

/// The value of KMP_AFFINITY.
struct kmp_affinity {
  enum class order : std::uint8_t {
    unset,     ///< the variables of the specification apply
    none,      ///< threads are not bound
    compact,   ///< close to each other
    scatter,   ///< as far from each other as possible
    balanced,  ///< evenly over the places, neighbors next to each other
    listed     ///< in the order of the list
  };

  order how = order::unset;
  place_kind granularity = place_kind::cores;
  std::uint64_t permute = 0;  ///< number of innermost levels that change first
  std::uint64_t offset = 0;   ///< the place of the first thread
  place_list list;

  friend bool operator==(const kmp_affinity&, const kmp_affinity&) = default;
};

/// Parses KMP_HW_SUBSET, "1s,2c@1,1t": for each kind a count or `*`, and an offset. Sockets and
/// cores that are not given are all included, unless a leading `:` makes the counts absolute.
/// Returns nothing if the value is invalid.
[[nodiscard]] std::optional<machine_subset> read_machine_subset(std::string_view all);

/// Parses KMP_AFFINITY, "granularity=fine,compact,1,0". Ignores modifiers without effect on places,
/// such as verbose. Returns nothing if the value is invalid.
[[nodiscard]] std::optional<kmp_affinity> read_kmp_affinity(std::string_view all);

/// The CPUs of these parts. Returns nothing if the machine has fewer parts.
[[nodiscard]] std::optional<platform::cpu_set> cpus_of(
    const machine_subset& subset,
    const platform::cpu_set& allowed,
    const std::string& system = "/sys/devices/system");

/// The places in the order of the threads. Of a list, only places that have CPUs of `allowed`.
[[nodiscard]] place_list places_of(const kmp_affinity& affinity,
                                   const platform::cpu_set& allowed,
                                   const std::string& system = "/sys/devices/system");

}  // namespace nuthatch::openmp
