// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// The values of a format's fields for a thread, in the order of their letters below.
struct affinity_fields {
  std::uint32_t team_num = 0;
  std::uint32_t num_teams = 1;
  std::uint32_t level = 0;
  std::uint32_t thread_num = 0;
  std::uint32_t team_size = 1;
  std::int64_t ancestor = -1;   ///< number of the encountering thread; -1: none
  std::uint64_t os_thread = 0;  ///< the POSIX handle; for LLVM's programs the kernel's id
  std::string cpus;             ///< CPUs that it may run on, "0-3,8"
  peer made_for = peer::libgomp;
};

/// Expands a format, in which fields stand for values: %n or %{thread_num}. A width may follow the
/// %. A dot before the width pads on the left, and 0. pads with zeros there:
///
///     t team_num        T num_teams         L nesting_level   n thread_num   N num_threads
///     a ancestor_tnum   H host              P process_id      i native_thread_id
///     A thread_affinity
///
/// %% is a %. An unknown or malformed field expands to "undefined". For programs built for LLVM's
/// runtime, the native thread id is decimal, and a 0 without a dot is ignored.
[[nodiscard]] std::string format_affinity(std::string_view format, const affinity_fields& fields);

/// Whether all fields are valid.
[[nodiscard]] bool is_affinity_format(std::string_view format, peer made_for = peer::libgomp);

}  // namespace nuthatch::openmp
