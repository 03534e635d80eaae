// SPDX-License-Identifier: Apache-2.0

// expected: the two bounds of a parallel loop are integers, or random-access iterators of one
// errors: 1
#include <vector>

#include <nuthatch/nuthatch.hpp>

void loop(std::vector<int>& all) {
#ifdef NUTHATCH_MUST_FAIL
  nuthatch::parallel_for(all.begin(), all.size(), [](auto) {});
#else
  nuthatch::parallel_for(0, all.size(), [](auto) {});
#endif
}
