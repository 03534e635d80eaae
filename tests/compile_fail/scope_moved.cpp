// SPDX-License-Identifier: Apache-2.0

// expected: deleted

#include <utility>

#include <nuthatch/nuthatch.hpp>

void move(nuthatch::scope& original) {
#ifdef NUTHATCH_MUST_FAIL
  const nuthatch::scope other(std::move(original));
#endif
  original.sync();
}
