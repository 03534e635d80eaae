// SPDX-License-Identifier: Apache-2.0

// expected: deleted

#include <cstddef>

#include <nuthatch/nuthatch.hpp>

std::size_t copy(const nuthatch::placed_array<int>& original) {
#ifdef NUTHATCH_MUST_FAIL
  const nuthatch::placed_array<int> other(original);
#endif
  return original.size();
}
