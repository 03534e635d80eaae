// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

/// A number from -1 to 1.
double random_number(std::uint64_t of) noexcept {
  constexpr double half_of_all = 4503599627370496;  // 2 to the power of 52
  return static_cast<double>(mix(of) >> 11U) / half_of_all - 1;
}

/// exp(-2 pi i turns / all)
complex root(std::size_t turns, std::size_t all) noexcept {
  const double angle =
      -2 * std::numbers::pi * static_cast<double>(turns) / static_cast<double>(all);
  return {std::cos(angle), std::sin(angle)};
}

}  // namespace

spectrum::spectrum(std::size_t points)
    : signal_(points),
      made_(points),
      roots_(std::max(points / 2, std::size_t{1})) {
  for (std::size_t i = 0; i < points; ++i) {
    signal_[i] = {random_number(2 * i), random_number(2 * i + 1)};
  }
  for (std::size_t i = 0; i < roots_.size(); ++i) {
    roots_[i] = root(i, points);
  }
}

void spectrum::start() noexcept {
  std::ranges::fill(made_, complex{0, 0});
}

void spectrum::combine(const part& of, std::size_t begin, std::size_t end) noexcept {
  complex* const first = &made_[of.place];
  complex* const second = first + of.length / 2;
  for (std::size_t i = begin; i < end; ++i) {
    const complex turned = roots_[i * of.stride] * second[i];
    second[i] = first[i] - turned;
    first[i] = first[i] + turned;
  }
}

complex spectrum::defined(std::size_t frequency) const noexcept {
  complex sum{0, 0};
  std::size_t turns = 0;
  for (const complex& each : signal_) {
    sum = sum + root(turns, signal_.size()) * each;
    turns = (turns + frequency) % signal_.size();
  }
  return sum;
}

double spectrum::tolerance() const noexcept {
  constexpr double of_a_point = 1e-15;
  return of_a_point * 8 * static_cast<double>(points());
}

std::string spectrum::answer() const {
  const complex& last = made_.back();
  return message(last.real, " + ", last.imaginary, "i at frequency ", points() - 1);
}

}  // namespace nuthatch::workloads
