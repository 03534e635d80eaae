// SPDX-License-Identifier: Apache-2.0

// expected: deleted

#include <nuthatch/nuthatch.hpp>

void copy(nuthatch::runtime& original) {
#ifdef NUTHATCH_MUST_FAIL
  const nuthatch::runtime other(original);
#endif
  original.reset_statistics();
}
