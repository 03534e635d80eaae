// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>

namespace nuthatch::openmp {

/// Memory spaces, numbered as in omp_memspace_handle_t. All of them are the same here, except that
/// there is no high-bandwidth memory.
enum class memory_space : std::uintptr_t {
  default_ = 0,  // NOLINT(readability-identifier-naming): `default` is taken
  large_capacity = 1,
  constant = 2,
  high_bandwidth = 3,
  low_latency = 4
};

/// The traits, numbered as in omp_alloctrait_key_t.
enum class memory_trait : std::uint8_t {
  sync_hint = 1,
  alignment = 2,
  access = 3,
  pool_size = 4,
  fallback = 5,
  fallback_data = 6,
  pinned = 7,
  partition = 8
};

/// The reaction to a request that an allocator cannot satisfy; numbered as in
/// omp_alloctrait_value_t.
enum class memory_fallback : std::uint8_t {
  default_memory = 11,
  null = 12,
  end = 13,
  other_allocator = 14
};

/// The handle of an allocator. 1 to 8 are predefined, others are addresses. 0 means none, or the
/// task's default allocator.
using allocator_handle = std::uintptr_t;

inline constexpr allocator_handle default_memory = 1;
inline constexpr allocator_handle last_predefined = 8;

/// The traits that have an effect, of an allocator that a program creates.
struct allocator_traits {
  static constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

  memory_space space = memory_space::default_;
  std::size_t alignment = 1;           ///< a minimum
  std::size_t pool_bytes = unlimited;  ///< of all blocks in use, headers included
  allocator_handle falls_back_to = 0;  ///< if `fallback` is another allocator
  memory_fallback fallback = memory_fallback::default_memory;
  bool pinned = false;  ///< never swapped out

  /// Sets one trait. Returns false if there is no such trait or value.
  [[nodiscard]] bool take(memory_trait trait, std::uintptr_t value) noexcept;

  friend bool operator==(const allocator_traits&, const allocator_traits&) = default;
};

/// The value that selects a trait's default.
inline constexpr std::uintptr_t usual_trait = std::numeric_limits<std::uintptr_t>::max();

/// Whether a program's own allocator can use memory of this space.
[[nodiscard]] constexpr bool has_memory(std::uintptr_t space) noexcept {
  return space <= static_cast<std::uintptr_t>(memory_space::low_latency) &&
         space != static_cast<std::uintptr_t>(memory_space::high_bandwidth);
}

}  // namespace nuthatch::openmp
