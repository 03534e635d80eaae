// SPDX-License-Identifier: Apache-2.0

// expected: \.cpp:\d+:\d+: error: no matching (member )?function for call to .*parallel_for

#include <nuthatch/nuthatch.hpp>

void loop() {
#ifdef NUTHATCH_MUST_FAIL
  nuthatch::parallel_for(nuthatch::spawn_policy::help_first, 0, 9, [](int) {});
#else
  nuthatch::parallel_for(nuthatch::help_first, 0, 9, [](int) {});
#endif
}
