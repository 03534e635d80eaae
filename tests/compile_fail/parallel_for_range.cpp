// SPDX-License-Identifier: Apache-2.0

// expected: two bounds and a body, or a random-access range
// errors: 1
#include <list>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#ifdef NUTHATCH_MUST_FAIL
using container = std::list<int>;
#else
using container = std::vector<int>;
#endif

void loop(container& all) {
  nuthatch::parallel_for(all, [](int& each) { ++each; });
}
