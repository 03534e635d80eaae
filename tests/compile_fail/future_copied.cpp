// SPDX-License-Identifier: Apache-2.0

// expected: deleted

#include <utility>

#include <nuthatch/nuthatch.hpp>

void copy(nuthatch::future<int>& original) {
#ifdef NUTHATCH_MUST_FAIL
  const nuthatch::future<int> other(original);
#else
  const nuthatch::future<int> other(std::move(original));
#endif
}
