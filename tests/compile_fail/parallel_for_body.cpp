// SPDX-License-Identifier: Apache-2.0

// expected: the body of a parallel loop takes an index
// errors: 1

#include <nuthatch/nuthatch.hpp>

void loop() {
#ifdef NUTHATCH_MUST_FAIL
  nuthatch::parallel_for(0, 9, [] {});
#else
  nuthatch::parallel_for(0, 9, [](auto& i) { static_cast<void>(i + 1); });
#endif
}
