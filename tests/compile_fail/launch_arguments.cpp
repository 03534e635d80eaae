// SPDX-License-Identifier: Apache-2.0

// expected: \.cpp:\d+:\d+: error: no matching (member )?function for call to .*launch

#include <nuthatch/nuthatch.hpp>

int launch_and_get() {
#ifdef NUTHATCH_MUST_FAIL
  return nuthatch::launch([](int number) { return number; }).get();
#else
  return nuthatch::launch([](int number) { return number; }, 1).get();
#endif
}
