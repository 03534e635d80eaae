// SPDX-License-Identifier: Apache-2.0

// expected: fork_join takes callables without arguments

#include <nuthatch/nuthatch.hpp>

void fork_and_join() {
#ifdef NUTHATCH_MUST_FAIL
  nuthatch::fork_join(nuthatch::work_first, [](int) {}, [] {});
#else
  nuthatch::fork_join(nuthatch::work_first, [] {}, [] {});
#endif
}
