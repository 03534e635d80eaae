// SPDX-License-Identifier: Apache-2.0

// expected: deleted

#include <nuthatch/effects.hpp>

double first(const nuthatch::effects::array_view<double, 1, nuthatch::effects::checked>& of) {
#ifdef NUTHATCH_MUST_FAIL
  auto one = of(0);
#else
  double one = of(0);
#endif
  return one;
}
