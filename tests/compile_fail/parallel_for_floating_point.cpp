// SPDX-License-Identifier: Apache-2.0

// expected: a parallel loop takes integers or random-access iterators
// errors: 1

#include <nuthatch/nuthatch.hpp>

void loop() {
#ifdef NUTHATCH_MUST_FAIL
  nuthatch::parallel_for(0., 9.5, [](double) {});
#else
  nuthatch::parallel_for(0, 9, [](double) {});
#endif
}
