// SPDX-License-Identifier: Apache-2.0

// expected: the callable does not take these arguments

#include <nuthatch/nuthatch.hpp>

void spawn() {
#ifdef NUTHATCH_MUST_FAIL
  nuthatch::async(nuthatch::work_first, [](int) {}, "one");
#else
  nuthatch::async(nuthatch::work_first, [](int) {}, 1);
#endif
}
