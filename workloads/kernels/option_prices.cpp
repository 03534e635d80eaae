// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/option_prices.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "workloads/kernels/message.hpp"

namespace nuthatch::workloads {

namespace {

constexpr double strike = 50;
constexpr double rate = 0.10;        // interest per year
constexpr double volatility = 0.40;  // of the stock per year
constexpr double years = 5.0 / 12;

/// The binomial tree of Cox, Ross and Rubinstein, at a price equal to the strike.
double value_by_binomial_tree(std::size_t steps) {
  const double time = years / static_cast<double>(steps);
  const double up = std::exp(volatility * std::sqrt(time));
  const double growth = std::exp(rate * time);
  const double likely_up = (growth - 1 / up) / (up - 1 / up);
  std::vector<double> pays_after;  // after this many moves, from all down to all up
  for (std::size_t i = 0; i <= 2 * steps; ++i) {
    const double moves = static_cast<double>(i) - static_cast<double>(steps);
    pays_after.push_back(std::max(strike - strike * std::pow(up, moves), 0.0));
  }
  const auto pays = [&](std::size_t step, std::size_t ups) {
    return pays_after[steps + 2 * ups - step];
  };
  std::vector<double> value(steps + 1);
  for (std::size_t i = 0; i <= steps; ++i) {
    value[i] = pays(steps, i);
  }
  for (std::size_t step = steps; step-- > 0;) {
    for (std::size_t i = 0; i <= step; ++i) {
      const double kept = (likely_up * value[i + 1] + (1 - likely_up) * value[i]) / growth;
      value[i] = std::max(kept, pays(step, i));
    }
  }
  return value[0];
}

}  // namespace

option_prices::option_prices(const problem& given)
    : problem_(given),
      kernel_(best_kernel(apop_levels)),
      pays_(static_cast<std::size_t>(given.cells + 2)),
      values_{untouched_vector<double>(pays_.size()), untouched_vector<double>(pays_.size())} {
  if (!given.computes) {
    kernel_ = [](const double*, const double*, double*, const apop_weights*, effects::interval) {
    };
  }
  // The spacing that makes it a trinomial tree, and the probabilities, are those of Hull's book.
  const double time = years / static_cast<double>(given.steps);
  spacing_ = volatility * std::sqrt(3 * time);
  const double drift =
      std::sqrt(time / (12 * volatility * volatility)) * (rate - volatility * volatility / 2);
  const double discount = std::exp(-rate * time);
  weights_ = {discount * (1.0 / 6 - drift), discount * (2.0 / 3), discount * (1.0 / 6 + drift)};
  for (std::ptrdiff_t i = 0; i < given.cells + 2; ++i) {
    pays_[static_cast<std::size_t>(i)] = std::max(strike - strike * std::exp(logarithm_at(i)), 0.0);
  }
}

option_prices::sweep option_prices::at(std::size_t k) noexcept {
  return {kernel_, pays_.data(), values_[k % 2].data(), values_[(k + 1) % 2].data(), &weights_};
}

void option_prices::start() {
  for (untouched_vector<double>& each : values_) {
    std::ranges::copy(pays_, each.begin());
  }
}

std::string option_prices::check() const {
  const std::ptrdiff_t middle = grid_size() / 2;
  if (middle > problem_.cells) {
    return {};
  }
  constexpr std::size_t fine = 2'000;
  static const double expected = value_by_binomial_tree(fine);
  const double tolerance = 0.005 + 3.0 / static_cast<double>(problem_.steps);
  const double found = result()[static_cast<std::size_t>(middle)];
  return std::abs(found - expected) <= tolerance
             ? ""
             : message("the option at its strike: expected about ", expected, ", found ", found);
}

std::string option_prices::answer() const {
  double sum = 0;
  for (const double each : result()) {
    sum += each;
  }
  return message("mean value ", sum / static_cast<double>(result().size()));
}

std::ptrdiff_t option_prices::grid_size() const noexcept {
  constexpr std::ptrdiff_t least = 64;
  constexpr std::ptrdiff_t times_reach = 4;  // no influence of a neighbour reaches the middle
  return std::max(least, times_reach * static_cast<std::ptrdiff_t>(problem_.steps));
}

double option_prices::logarithm_at(std::ptrdiff_t cell) const noexcept {
  const std::ptrdiff_t size = grid_size();
  const std::ptrdiff_t from_middle = cell % size - size / 2;
  return spacing_ * static_cast<double>(from_middle);
}

}  // namespace nuthatch::workloads
