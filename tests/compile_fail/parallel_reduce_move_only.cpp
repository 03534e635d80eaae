// SPDX-License-Identifier: Apache-2.0

// expected: cannot be copied, what map gives has to convert to its type
// errors: 1

#include <memory>

#include <nuthatch/nuthatch.hpp>

using number = std::unique_ptr<int>;

struct add {
  number operator()(number a, const number& b) const {
    *a += *b;
    return a;
  }

  number operator()(number a, int b) const {
    *a += b;
    return a;
  }
};

number sum() {
#ifdef NUTHATCH_MUST_FAIL
  auto map = [](int i) {
    return i;
  };
#else
  auto map = [](int i) {
    return std::make_unique<int>(i);
  };
#endif
  return nuthatch::parallel_reduce(0, 9, number(), map, add());
}
