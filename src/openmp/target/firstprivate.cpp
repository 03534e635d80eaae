// SPDX-License-Identifier: Apache-2.0
#include "openmp/target/firstprivate.hpp"

#include <algorithm>
#include <cstring>

namespace nuthatch::openmp {

namespace {

/// Calls call() for each firstprivate variable with the offset of its copy.
template <class Call>
copy_layout lay_out(const target_map& map, Call&& call) noexcept {
  constexpr unsigned kind_bits = 8;
  constexpr unsigned kind_mask = (1U << kind_bits) - 1;
  constexpr unsigned firstprivate = 12;
  copy_layout all;
  for (std::size_t i = 0; i < map.count; ++i) {
    const unsigned kind = map.kinds[i];
    if ((kind & kind_mask) == firstprivate) {
      const std::size_t alignment = std::size_t{1} << (kind >> kind_bits);
      const std::size_t start = (all.bytes + alignment - 1) & ~(alignment - 1);
      call(i, start);
      all.bytes = start + map.bytes[i];
      all.alignment = std::max(all.alignment, alignment);
    }
  }
  return all;
}

}  // namespace

copy_layout layout_copies(const target_map& map) noexcept {
  return lay_out(map, [](std::size_t /*which*/, std::size_t /*start*/) {});
}

/// A variable without an address, such as an absent optional argument, has no copy.
void copy_firstprivate(const target_map& map, std::byte* into) noexcept {
  lay_out(map, [&](std::size_t which, std::size_t start) {
    if (map.addresses[which] != nullptr) {
      std::memcpy(into + start, map.addresses[which], map.bytes[which]);
      map.addresses[which] = into + start;
    }
  });
}

}  // namespace nuthatch::openmp
