// SPDX-License-Identifier: Apache-2.0

// expected: breadth_first.* is not a member of|no member named .breadth_first.

#include <nuthatch/nuthatch.hpp>

void fork_and_join() {
#ifdef NUTHATCH_MUST_FAIL
  nuthatch::fork_join(nuthatch::breadth_first, [] {}, [] {});
#else
  nuthatch::fork_join(nuthatch::work_first, [] {}, [] {});
#endif
}
