// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "openmp/environment/settings.hpp"

namespace nuthatch::openmp {

/// What the fields of a format can say of a thread, in the order of their letters below.
struct affinity_fields {
  std::uint32_t team_num = 0;
  std::uint32_t num_teams = 1;
  std::uint32_t level = 0;
  std::uint32_t thread_num = 0;
  std::uint32_t team_size = 1;
  std::int64_t ancestor = -1;   ///< number of the thread that began the region; -1: none did
  std::uint64_t os_thread = 0;  ///< as POSIX names it, or for LLVM's programs the kernel
  std::string cpus;             ///< on which it may run, "0-3,8"
  peer made_for = peer::libgomp;
};

/// The text of a format, in which fields stand for facts: %n or %{thread_num}. Between % and that
/// there may be a width; a dot before the width fills on the left, and 0. does that with zeros:
///
///     t team_num        T num_teams         L nesting_level   n thread_num   N num_threads
///     a ancestor_tnum   H host              P process_id      i native_thread_id
///     A thread_affinity
///
/// %% is a %. A field that is none of these, or is written wrongly, is "undefined". For programs
/// that were made for LLVM's runtime, the native thread id is decimal, and a 0 without a dot is
/// passed over.
[[nodiscard]] std::string format_affinity(std::string_view format, const affinity_fields& fields);

/// Whether all fields are right.
[[nodiscard]] bool is_affinity_format(std::string_view format, peer made_for = peer::libgomp);

}  // namespace nuthatch::openmp
