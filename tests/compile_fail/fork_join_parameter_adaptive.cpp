// SPDX-License-Identifier: Apache-2.0

// expected: \.cpp:\d+:\d+: error: no matching (member )?function for call to .*fork_join

#include <nuthatch/nuthatch.hpp>

void fork_and_join() {
#ifdef NUTHATCH_MUST_FAIL
  nuthatch::fork_join([](int) {}, [] {});
#else
  nuthatch::fork_join([] {}, [] {});
#endif
}
