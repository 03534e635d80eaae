// SPDX-License-Identifier: Apache-2.0

// Tasks that wait for each other's results: the deviation needs the mean, the extremes need
// nothing.
//
//   futures [how many]

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <utility>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace {

double sum(const std::vector<double>& data,
           double (*map)(double value, double shift),
           double shift) {
  return nuthatch::parallel_reduce(
      std::size_t{0},
      data.size(),
      0.0,
      [&](std::size_t i) { return map(data[i], shift); },
      std::plus<>());
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t n = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 10'000'000;
  std::vector<double> data(n);
  nuthatch::parallel_for(
      std::size_t{0}, n, [&](std::size_t i) { data[i] = static_cast<double>(i % 101); });

  // A runtime of our own: two workers, whatever the machine has.
  nuthatch::options wanted = nuthatch::options::from_environment();
  wanted.workers = 2;
  nuthatch::runtime two_workers(wanted);

  const bool right = two_workers.run([&] {
    auto extremes = nuthatch::launch([&] { return std::ranges::minmax(data); });
    auto mean = nuthatch::launch([&] {
      return sum(
                 data, [](double value, double) { return value; }, 0) /
             static_cast<double>(data.size());
    });
    // Starts at once, and is suspended until the mean is there; its worker does something else
    // meanwhile.
    auto deviation = nuthatch::launch(
        [&](nuthatch::future<double> expected) {
          const double squares = sum(
              data,
              [](double value, double m) { return (value - m) * (value - m); },
              expected.get());
          return std::sqrt(squares / static_cast<double>(data.size()));
        },
        std::move(mean));

    const double spread = deviation.get();
    const auto [least, most] = extremes.get();
    std::printf(
        "%zu values from %g to %g, standard deviation %g\n", data.size(), least, most, spread);
    return n < 101 || (least == 0 && most == 100 && std::abs(spread - std::sqrt(850.0)) < 0.1);
  });
  return right ? 0 : 1;
}
