// SPDX-License-Identifier: Apache-2.0

// expected: write 0\.0 instead of 0 for sums of double
// errors: 1
#include <functional>
#include <vector>

#include <nuthatch/nuthatch.hpp>

double sum(const std::vector<double>& all) {
#ifdef NUTHATCH_MUST_FAIL
  constexpr auto identity = 0;
#else
  constexpr auto identity = 0.0;
#endif
  return nuthatch::parallel_reduce(
      all.begin(), all.end(), identity, [](auto i) { return *i; }, std::plus());
}
