// SPDX-License-Identifier: Apache-2.0

// expected: the reduce of a parallel_reduce takes two values
// errors: 1

#include <nuthatch/nuthatch.hpp>

int sum() {
  auto number = [](int i) {
    return i;
  };
#ifdef NUTHATCH_MUST_FAIL
  return nuthatch::parallel_reduce(0, 9, 0, number, [](int a) { return a; });
#else
  return nuthatch::parallel_reduce(0, 9, 0, number, [](int a, int b) { return a + b; });
#endif
}
