// SPDX-License-Identifier: Apache-2.0

// See kept_vectors.hpp. This file is compiled once for each KEEPS_VECTORS.

#include <array>
#include <cstddef>

#include <immintrin.h>

#include "core/kept_vectors.hpp"

namespace nuthatch::testing {
namespace {

constexpr std::size_t lanes = 8;

template <spawning How>
[[gnu::target("avx512f"), gnu::noinline]] bool keeps(scope& s,
                                                     const double* from,
                                                     const overwriting_child& child) {
  const __m512d first = _mm512_loadu_pd(from);
  const __m512d second = _mm512_loadu_pd(from + lanes);
  const __m512d sums = _mm512_add_pd(first, second);
  const __m512d products = _mm512_mul_pd(first, second);
  const __mmask8 less = _mm512_cmp_pd_mask(first, second, _CMP_LT_OQ);
  spawn<How>(s, child);
  std::array<double, lanes> kept{};
  _mm512_storeu_pd(kept.data(), _mm512_mask_mov_pd(sums, less, products));
  bool same = true;
  for (std::size_t i = 0; i < lanes; ++i) {
    const double a = from[i];
    const double b = from[lanes + i];
    same = same && kept[i] == (a < b ? a * b : a + b);
  }
  return same;
}

}  // namespace

bool KEEPS_VECTORS(spawning how, const overwriting_child& child) {
  std::array<double, 2 * lanes> numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = static_cast<double>(1 + i * 7 % 10);  // small: sums and products are exact
  }
  scope s;
  switch (how) {
    case spawning::in_scope:
      return keeps<spawning::in_scope>(s, numbers.data(), child);
    case spawning::in_scope_adaptive:
      return keeps<spawning::in_scope_adaptive>(s, numbers.data(), child);
    case spawning::by_fork_join:
      return keeps<spawning::by_fork_join>(s, numbers.data(), child);
    case spawning::by_async:
      return keeps<spawning::by_async>(s, numbers.data(), child);
  }
  return false;
}

}  // namespace nuthatch::testing
