// SPDX-License-Identifier: Apache-2.0

// See kept_vectors.hpp. This file is compiled once for each KEEPS_VECTORS.

#include <array>
#include <cstddef>

#include <arm_sve.h>

#include "core/kept_vectors.hpp"

namespace nuthatch::testing {
namespace {

constexpr std::size_t longest = 32;  // the number of elements of a vector of 2048 bits

template <spawning How>
[[gnu::target("+sve"), gnu::noinline]] bool keeps(scope& s,
                                                  const double* from,
                                                  const overwriting_child& child) {
  const svbool_t all = svptrue_b64();
  const svfloat64_t first = svld1_f64(all, from);
  const svfloat64_t second = svld1_f64(all, from + longest);
  const svfloat64_t sums = svadd_f64_x(all, first, second);
  const svfloat64_t products = svmul_f64_x(all, first, second);
  const svbool_t less = svcmplt_f64(all, first, second);
  spawn<How>(s, child);
  std::array<double, longest> kept{};
  svst1_f64(svptrue_b64(), kept.data(), svsel_f64(less, products, sums));
  bool same = true;
  for (std::size_t i = 0; i < svcntd(); ++i) {
    const double a = from[i];
    const double b = from[longest + i];
    same = same && kept[i] == (a < b ? a * b : a + b);
  }
  return same;
}

}  // namespace

bool KEEPS_VECTORS(spawning how, const overwriting_child& child) {
  std::array<double, 2 * longest> numbers{};
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
