// SPDX-License-Identifier: Apache-2.0

// expected: \.cpp:\d+:\d+: error: no matching (member )?function for call to .*spawn

#include <nuthatch/nuthatch.hpp>

void spawn(nuthatch::scope& children) {
#ifdef NUTHATCH_MUST_FAIL
  children.spawn(nuthatch::spawn_policy::help_first, [] {});
#else
  children.spawn(nuthatch::help_first, [] {});
#endif
}
