// SPDX-License-Identifier: Apache-2.0
#include "openmp/memory/allocator_traits.hpp"

#include <bit>

namespace nuthatch::openmp {

namespace {

struct values {
  std::uintptr_t first;
  std::uintptr_t last;

  [[nodiscard]] constexpr bool have(std::uintptr_t value) const noexcept {
    return value == usual_trait || (first <= value && value <= last);
  }
};

constexpr values truths{0, 1};
constexpr values sync_hints{3, 6};    // contended, uncontended, serialized, private
constexpr values accesses{7, 10};     // all, thread, pteam, cgroup
constexpr values fallbacks{11, 14};   // see memory_fallback
constexpr values partitions{15, 18};  // environment, nearest, blocked, interleaved

}  // namespace

bool allocator_traits::take(memory_trait trait, std::uintptr_t value) noexcept {
  const bool usual = value == usual_trait;
  switch (trait) {
    case memory_trait::sync_hint:
      return sync_hints.have(value);
    case memory_trait::access:
      return accesses.have(value);
    case memory_trait::partition:
      return partitions.have(value);
    case memory_trait::alignment:
      alignment = usual ? 1 : value;
      return std::has_single_bit(alignment);
    case memory_trait::pool_size:
      pool_bytes = value;  // the default is unlimited
      return true;
    case memory_trait::fallback:
      fallback = usual ? memory_fallback::default_memory : static_cast<memory_fallback>(value);
      return fallbacks.have(value);
    case memory_trait::fallback_data:
      falls_back_to = value;
      return true;
    case memory_trait::pinned:
      pinned = value == 1;
      return truths.have(value);
  }
  return false;
}

}  // namespace nuthatch::openmp
