// SPDX-License-Identifier: Apache-2.0

// expected: a parallel loop takes integers or random-access iterators
// errors: 1

#include <functional>
#include <list>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#ifdef NUTHATCH_MUST_FAIL
using container = std::list<int>;
#else
using container = std::vector<int>;
#endif

int sum(const container& all) {
  return nuthatch::parallel_reduce(
      all.begin(), all.end(), 0, [](auto i) { return *i; }, std::plus());
}
