// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace nuthatch::openmp {

/// A rectangular part of an array; the last dimension's elements are adjacent.
template <class Byte>
struct array_part {
  Byte* array;
  const std::size_t* offsets;     ///< where the part begins, by dimension
  const std::size_t* dimensions;  ///< of the array
};

/// Copies a part to one of the same volume that does not overlap it. Returns false, perhaps after a
/// partial copy, if the numbers are too large for memory.
[[nodiscard]] bool copy_part(const array_part<std::byte>& to,
                             const array_part<const std::byte>& from,
                             std::span<const std::size_t> volume,
                             std::size_t element_bytes) noexcept;

}  // namespace nuthatch::openmp
