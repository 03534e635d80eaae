// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double ns_per_halving = 4.5;

double integrand(double x) {
  return (x * x + 1.0) * x;
}

double closed_form(double to) {
  return to * to * (to * to / 4 + 0.5);
}

/// How far a right result may differ from the closed form. A piece of width h around x changes by
/// about h^3 6x / 16 when it is halved, which for the last halving lies between epsilon / 8 and
/// epsilon. So the range has at most (3 / epsilon)^(1/3) n^(4/3) pieces, each less than epsilon
/// off. The rest is rounding.
double tolerance(double to, double epsilon) {
  const double pieces = 2 + std::cbrt(3 / epsilon) * std::pow(to, 4.0 / 3);
  return pieces * epsilon + 1e-12 * closed_form(to);
}

/// A piece of the integral: its ends, the values of the function there, and the area of the
/// trapezoid.
struct piece {
  double left;
  double right;
  double at_left;
  double at_right;
  double area;
};

struct halves {
  piece first;
  piece second;
  double area;
};

halves halve(const piece& whole) {
  const double half = (whole.right - whole.left) / 2;
  const double middle = whole.left + half;
  const double at_middle = integrand(middle);
  const double first_area = (whole.at_left + at_middle) / 2 * half;
  const double second_area = (at_middle + whole.at_right) / 2 * half;
  return {{whole.left, middle, whole.at_left, at_middle, first_area},
          {middle, whole.right, at_middle, whole.at_right, second_area},
          first_area + second_area};
}

piece whole_range(double to) {
  return {0, to, integrand(0), integrand(to), (integrand(0) + integrand(to)) / 2 * to};
}

[[gnu::noinline]] double integrate_serial(const piece& whole, double epsilon) {
  const halves split = halve(whole);
  if (std::abs(split.area - whole.area) < epsilon) {
    return split.area;
  }
  return integrate_serial(split.first, epsilon) + integrate_serial(split.second, epsilon);
}

template <class Policy>
double integrate_parallel(const piece& whole, double epsilon) {
  state<Policy>(ns_per_halving, 1);
  const halves split = halve(whole);
  if (std::abs(split.area - whole.area) < epsilon) {
    return split.area;
  }
  const auto [first, second] = nuthatch::fork_join(
      Policy(),
      [epsilon, &split] { return integrate_parallel<Policy>(split.first, epsilon); },
      [epsilon, &split] { return integrate_parallel<Policy>(split.second, epsilon); });
  return first + second;
}

class integrate_instance final : public instance {
 public:
  integrate_instance(double to, double epsilon) : to_(to), epsilon_(epsilon) {}

  void reset() override { result_ = std::numeric_limits<double>::quiet_NaN(); }

  void run_serial() override { result_ = integrate_serial(whole_range(to_), epsilon_); }

  void run_parallel(spawn_policy policy) override {
    result_ = with_policy(policy, [this](auto tag) {
      return integrate_parallel<decltype(tag)>(whole_range(to_), epsilon_);
    });
  }

  std::string verify() override {
    const double exact = closed_form(to_);
    // Written so that a NaN counts as wrong.
    if (!(std::abs(result_ - exact) <= tolerance(to_, epsilon_))) {
      return message("integral: expected about ", exact, ", found ", result_);
    }
    if (!serial_) {
      serial_ = integrate_serial(whole_range(to_), epsilon_);
    }
    return result_ == *serial_
               ? std::string()
               : message("integral: expected exactly ", *serial_, ", found ", result_);
  }

  [[nodiscard]] std::string answer() const override { return message(result_); }

 private:
  double to_;
  double epsilon_;
  double result_ = std::numeric_limits<double>::quiet_NaN();
  std::optional<double> serial_;
};

}  // namespace

workload integrate_workload() {
  return {"integrate",
          "adaptive quadrature of x^3 + x from 0 to n, every halving a spawn",
          {{"n", "upper end of the range", {"100", "1000", "10000"}, number_range{1, 1e5}},
           {"epsilon",
            "halve on while that changes the area by this much",
            {"1e-8", "1e-10", "1e-9"},
            number_range{1e-12, 1}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            return std::make_unique<integrate_instance>(chosen.get_double("n"),
                                                        chosen.get_double("epsilon"));
          }};
}

}  // namespace nuthatch::workloads
