// SPDX-License-Identifier: Apache-2.0

// expected: deleted

#include <utility>

#include <nuthatch/nuthatch.hpp>

void copy(nuthatch::future<int>& original, nuthatch::future<int>& other) {
#ifdef NUTHATCH_MUST_FAIL
  other = original;
#else
  other = std::move(original);
#endif
}
