// SPDX-License-Identifier: Apache-2.0

// expected: deleted

#include <utility>

#include <nuthatch/nuthatch.hpp>

void move(nuthatch::runtime& original) {
#ifdef NUTHATCH_MUST_FAIL
  const nuthatch::runtime other(std::move(original));
#endif
  original.reset_statistics();
}
