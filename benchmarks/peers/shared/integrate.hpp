// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <string>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/message.hpp"

namespace nuthatch::peers {

inline double integrand(double x) {
  return (x * x + 1.0) * x;
}

/// An interval of the integral, with the values of the function at its ends and the area of the
/// trapezoid.
struct piece {
  double left;
  double right;
  double at_left;
  double at_right;
  double area;
};

/// An interval that is divided in the middle.
struct halved_piece {
  piece first;
  piece second;
  double area;
  double change;  ///< of the area, caused by the division
};

inline halved_piece halve(const piece& whole) {
  const double half = (whole.right - whole.left) / 2;
  const double middle = whole.left + half;
  const double at_middle = integrand(middle);
  const double left_area = (whole.at_left + at_middle) / 2 * half;
  const double right_area = (at_middle + whole.at_right) / 2 * half;
  const double area = left_area + right_area;
  return {{whole.left, middle, whole.at_left, at_middle, left_area},
          {middle, whole.right, at_middle, whole.at_right, right_area},
          area,
          std::abs(area - whole.area)};
}

/// Adaptive quadrature of x^3 + x from 0 to n. An interval is halved as long as that changes its
/// area by `epsilon` or more; one half is a spawn, the other a call.
struct integrate_problem {
  static constexpr const char* name = "integrate";

  static settings::values defaults() { return {{"n", "1000"}, {"epsilon", "1e-10"}}; }

  explicit integrate_problem(const settings& parameters)
      : n(parameters.real("n", 1, 1e5)),
        epsilon(parameters.real("epsilon", 1e-12, 1)) {}

  [[nodiscard]] piece whole() const {
    return {0, n, integrand(0), integrand(n), (integrand(0) + integrand(n)) / 2 * n};
  }

  void reset() { result = 0; }

  [[nodiscard]] std::string answer() const { return workloads::message(result); }

  [[nodiscard]] std::string verify() const {
    const double exact = n * n * (n * n / 4 + 0.5);
    // The error of the sum is far smaller than this.
    return std::abs(result - exact) <= 1e-8 * exact
               ? ""
               : workloads::message("expected about ", exact, ", found ", result);
  }

  double n;
  double epsilon;
  double result = 0;
};

}  // namespace nuthatch::peers
