// SPDX-License-Identifier: Apache-2.0

// expected: no matching function|fork_join needs at least one callable

#include <nuthatch/nuthatch.hpp>

void fork_and_join() {
#ifdef NUTHATCH_MUST_FAIL
  nuthatch::fork_join();
#else
  nuthatch::fork_join([] {});
#endif
}
