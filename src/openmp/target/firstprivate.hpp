// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace nuthatch::openmp {

/// The map clauses of a target construct, as GCC passes them: the address, the size and the kind of
/// each variable. Nothing is moved, since the memory is the host's; firstprivate variables are
/// copied.
struct target_map {
  std::size_t count;
  void** addresses;
  const std::size_t* bytes;
  const std::uint16_t* kinds;  ///< the upper half is the logarithm of the alignment
};

struct copy_layout {
  std::size_t bytes = 0;
  std::size_t alignment = 1;
};

/// The layout of the copies of all firstprivate variables, one after the other.
[[nodiscard]] copy_layout layout_copies(const target_map& map) noexcept;

/// Copies the variables into memory of that layout, and replaces their addresses.
void copy_firstprivate(const target_map& map, std::byte* into) noexcept;

}  // namespace nuthatch::openmp
