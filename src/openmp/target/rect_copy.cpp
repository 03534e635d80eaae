// SPDX-License-Identifier: Apache-2.0
#include "openmp/target/rect_copy.hpp"

#include <cstdint>
#include <cstring>

namespace nuthatch::openmp {

namespace {

/// Sets a to a * b. Returns false if that does not fit.
bool multiply(std::size_t& a, std::size_t b) noexcept {
  return !__builtin_mul_overflow(a, b, &a);
}

/// Whether `bytes` further bytes fit in the address space.
bool lies_behind(const std::byte* array, std::size_t bytes) noexcept {
  return !__builtin_add_overflow(reinterpret_cast<std::uintptr_t>(array), bytes, &bytes);
}

/// The slice of the array at one index of the first dimension.
template <class Byte>
struct slices {
  std::size_t bytes;
  Byte* first;
  bool fit;

  slices(const array_part<Byte>& part, std::size_t dimensions, std::size_t element_bytes) noexcept
      : bytes(element_bytes) {
    fit = true;
    for (std::size_t i = 1; i < dimensions; ++i) {
      fit = multiply(bytes, part.dimensions[i]) && fit;
    }
    std::size_t start = part.offsets[0];
    fit = multiply(start, bytes) && lies_behind(part.array, start) && fit;
    first = fit ? part.array + start : part.array;
  }

  [[nodiscard]] array_part<Byte> at(std::size_t index,
                                    const array_part<Byte>& part) const noexcept {
    return {first + index * bytes, part.offsets + 1, part.dimensions + 1};
  }
};

}  // namespace

bool copy_part(const array_part<std::byte>& to,
               const array_part<const std::byte>& from,
               std::span<const std::size_t> volume,
               std::size_t element_bytes) noexcept {
  const slices out(to, volume.size(), element_bytes);
  const slices in(from, volume.size(), element_bytes);
  if (!out.fit || !in.fit) {
    return false;
  }
  if (volume.size() == 1) {
    std::size_t bytes = element_bytes;
    if (!multiply(bytes, volume[0])) {
      return false;
    }
    std::memcpy(out.first, in.first, bytes);
    return true;
  }
  for (std::size_t i = 0; i < volume[0]; ++i) {
    if (!copy_part(out.at(i, to), in.at(i, from), volume.subspan(1), element_bytes)) {
      return false;
    }
  }
  return true;
}

}  // namespace nuthatch::openmp
