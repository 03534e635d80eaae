// SPDX-License-Identifier: Apache-2.0

// expected: cannot convert|no viable|incompatible type|no match for

#include <nuthatch/nuthatch.hpp>

void set(nuthatch::options& wanted) {
#ifdef NUTHATCH_MUST_FAIL
  wanted.policy = nuthatch::work_first;
#else
  wanted.policy = nuthatch::spawn_policy::work_first;
#endif
}
