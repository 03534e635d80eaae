// SPDX-License-Identifier: Apache-2.0

// expected: deleted

#include <nuthatch/nuthatch.hpp>

void copy(nuthatch::scope& original) {
#ifdef NUTHATCH_MUST_FAIL
  const nuthatch::scope other(original);
#endif
  original.sync();
}
