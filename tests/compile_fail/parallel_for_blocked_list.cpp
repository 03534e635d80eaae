// SPDX-License-Identifier: Apache-2.0

// expected: a parallel loop takes integers or random-access iterators
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
  nuthatch::parallel_for_blocked(
      all.begin(), all.end(), [](container::iterator, container::iterator) {});
}
