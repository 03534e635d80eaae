// SPDX-License-Identifier: Apache-2.0

// expected: finish takes a callable without arguments

#include <nuthatch/nuthatch.hpp>

void wait() {
#ifdef NUTHATCH_MUST_FAIL
  nuthatch::finish([](int) {});
#else
  nuthatch::finish([] {});
#endif
}
