// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openmp/environment/place_list.hpp"

namespace nuthatch::openmp {

/// Some of the parts of one kind that each larger part of the machine has. Nothing as count: all.
struct machine_part {
  place_kind kind = place_kind::threads;
  std::optional<std::uint64_t> count;
  std::uint64_t offset = 0;  ///< so many are left out before them

  friend bool operator==(const machine_part&, const machine_part&) = default;
};

/// A part of the machine, the larger kinds first; empty: all of it.
struct machine_subset {
  std::vector<machine_part> parts;
  bool is_absolute = false;  ///< counts are those of the whole machine, not of each larger part
};

/// What KMP_AFFINITY says of where threads are put.
struct kmp_affinity {
  enum class order : std::uint8_t {
    unset,     ///< the variables of the standard hold
    none,      ///< threads are not bound
    compact,   ///< next to each other
    scatter,   ///< as far from each other as can be
    balanced,  ///< evenly over the places, neighbours next to each other
    listed     ///< as the list says
  };

  order how = order::unset;
  place_kind granularity = place_kind::cores;
  std::uint64_t permute = 0;  ///< so many of the innermost levels change first
  std::uint64_t offset = 0;   ///< the place of the first thread
  place_list list;

  friend bool operator==(const kmp_affinity&, const kmp_affinity&) = default;
};

/// Reads the value of KMP_HW_SUBSET, "1s,2c@1,1t": of each kind a count or `*`, and an offset.
/// Sockets and cores are among the parts, all where none are said, unless a `:` before them says
/// that the counts are absolute. Nothing if it is not understood.
[[nodiscard]] std::optional<machine_subset> read_machine_subset(std::string_view all);

/// Reads the value of KMP_AFFINITY, "granularity=fine,compact,1,0". Modifiers that change no place,
/// as verbose, are passed over. Nothing if it is not understood.
[[nodiscard]] std::optional<kmp_affinity> read_kmp_affinity(std::string_view all);

/// The cpus of these parts. Nothing where the machine has fewer parts than that.
[[nodiscard]] std::optional<platform::cpu_set> cpus_of(
    const machine_subset& subset,
    const platform::cpu_set& allowed,
    const std::string& system = "/sys/devices/system");

/// The places in the order in which threads are put on them. For a list, those that have cpus of
/// `allowed`.
[[nodiscard]] place_list places_of(const kmp_affinity& affinity,
                                   const platform::cpu_set& allowed,
                                   const std::string& system = "/sys/devices/system");

}  // namespace nuthatch::openmp
