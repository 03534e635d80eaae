// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/spectrum.hpp"

#include <cmath>
#include <cstddef>
#include <string>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

void transform(spectrum& of, const spectrum::part& what) {
  if (what.length == 1) {
    of.take_over(what);
    return;
  }
  transform(of, what.odd());
  transform(of, what.even());
  of.combine(what, what.length / 4, what.length / 2);  // parts in any order
  of.combine(what, 0, what.length / 4);
}

double distance(const complex& a, const complex& b) {
  return std::hypot(a.real - b.real, a.imaginary - b.imaginary);
}

TEST(spectrum, is_what_the_definition_says) {
  for (std::size_t points = 1; points <= 256; points *= 2) {
    spectrum one(points);
    transform(one, one.whole());
    for (std::size_t frequency = 0; frequency < points; ++frequency) {
      EXPECT_LT(distance(one.made(frequency), one.defined(frequency)), one.tolerance())
          << frequency << " of " << points;
    }
  }
}

// Parseval's theorem; and the value at place 0 is the mean of all frequencies.
TEST(spectrum, has_as_much_in_it_as_the_signal) {
  constexpr std::size_t points = 1024;
  spectrum one(points);
  transform(one, one.whole());
  spectrum ends_early(points);
  double of_frequencies = 0;
  double of_points = 0;
  complex sum{0, 0};
  for (std::size_t i = 0; i < points; ++i) {
    ends_early.take_over({i, 1, i, 1});
    of_points += std::pow(distance(ends_early.made(i), {0, 0}), 2);
    of_frequencies += std::pow(distance(one.made(i), {0, 0}), 2);
    sum = sum + one.made(i);
  }
  EXPECT_NEAR(of_frequencies / points, of_points, 1e-9);
  EXPECT_NEAR(sum.real / points, ends_early.made(0).real, 1e-12);
  EXPECT_NEAR(sum.imaginary / points, ends_early.made(0).imaginary, 1e-12);
}

TEST(spectrum, forgets_the_transform) {
  spectrum one(16);
  transform(one, one.whole());
  const std::string answer = one.answer();
  one.start();
  EXPECT_EQ(one.made(3), (complex{0, 0}));
  EXPECT_NE(one.answer(), answer);
  transform(one, one.whole());
  EXPECT_EQ(one.answer(), answer);
}

}  // namespace
}  // namespace nuthatch::workloads
