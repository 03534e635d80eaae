// SPDX-License-Identifier: Apache-2.0

// Scales numbers to mean 0 and deviation 1, and looks at the result, by parallel algorithms. The
// sums have the same bits on any number of workers.
//
//   algorithms [how many numbers]

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <ranges>
#include <vector>

#include <nuthatch/algorithms.hpp>

using nuthatch::par;

namespace {

/// A number from 0 to 1 that looks random.
double sample(std::uint64_t i) {
  i = (i + 1) * 0x9e3779b97f4a7c15;
  i = (i ^ (i >> 32U)) * 0xd6e8feb86659fd93;
  return static_cast<double>((i ^ (i >> 32U)) >> 11U) * 0x1p-53;
}

}  // namespace

int main(int count, char** arguments) {
  const std::uint64_t n = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 4'000'000;
  if (n < 1000) {
    std::fputs("algorithms: how many numbers: a number from 1000 on\n", stderr);
    return 2;
  }
  std::vector<double> all(n);
  nuthatch::transform(par, std::views::iota(std::uint64_t{0}, n), all, sample);

  const auto size = static_cast<double>(n);
  const double mean = nuthatch::reduce(par, all) / size;
  const double variance = nuthatch::transform_reduce(
      par, all, 0.0, std::plus<>(), [mean](double x) { return (x - mean) * (x - mean); });
  const double deviation = std::sqrt(variance / size);
  nuthatch::for_each(par, all, [=](double& x) { x = (x - mean) / deviation; });

  const auto [least, most] = nuthatch::minmax(par, all);
  const auto inside = nuthatch::count_if(par, all, [](double x) { return std::abs(x) < 1; });
  std::printf("from %.3f to %.3f, %.1f%% within one deviation\n",
              least,
              most,
              100.0 * static_cast<double>(inside) / size);
  const double rest = nuthatch::reduce(par, all) / size;
  return std::abs(rest) < 1e-9 && nuthatch::none_of(
                                      par, all, [](double x) { return x > 2; })
             ? 0
             : 1;
}
