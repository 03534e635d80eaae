// SPDX-License-Identifier: Apache-2.0

// expected: elements that are trivially copyable and not const

#include <string>

#include <nuthatch/nuthatch.hpp>

bool is_made() {
#ifdef NUTHATCH_MUST_FAIL
  return nuthatch::placed_array<std::string>(5).empty();
#else
  return nuthatch::placed_array<char>(5).empty();
#endif
}
