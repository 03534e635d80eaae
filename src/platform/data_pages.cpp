// SPDX-License-Identifier: Apache-2.0

// The pages of programs' arrays.

#include <cstddef>
#include <limits>
#include <new>

#include <nuthatch/placed_array.hpp>

#include "base/bits.hpp"
#include "platform/data_memory.hpp"
#include "platform/memory.hpp"

namespace nuthatch::detail {

namespace {

/// Returns the size for so many elements, in whole pages.
std::size_t bytes_for(std::size_t elements, std::size_t element_bytes) {
  const std::size_t most = std::numeric_limits<std::size_t>::max() - platform::page_size();
  if (elements > most / element_bytes) {
    throw std::bad_array_new_length();
  }
  return base::round_up(elements * element_bytes, platform::page_size());
}

}  // namespace

data_pages::data_pages(std::size_t elements, std::size_t element_bytes, page_kind wanted)
    : bytes_(bytes_for(elements, element_bytes)),
      wanted_(wanted) {
  if (bytes_ == 0) {
    return;
  }
  start_ = platform::map_untouched(bytes_, wanted);
  if (start_ == nullptr) {
    throw std::bad_alloc();
  }
}

void data_pages::give_back() noexcept {
  platform::release(start_, bytes_);
}

}  // namespace nuthatch::detail
