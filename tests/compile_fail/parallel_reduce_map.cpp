// SPDX-License-Identifier: Apache-2.0

// expected: the map of a parallel_reduce takes an index
// errors: 1

#include <functional>

#include <nuthatch/nuthatch.hpp>

int sum() {
#ifdef NUTHATCH_MUST_FAIL
  return nuthatch::parallel_reduce(0, 9, 0, [] { return 1; }, std::plus());
#else
  return nuthatch::parallel_reduce(0, 9, 0, [](int) { return 1; }, std::plus());
#endif
}
