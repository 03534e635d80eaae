// SPDX-License-Identifier: Apache-2.0

// Tasks that need each other's results: the deviation needs the mean, the extremes need nothing.
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

template <class Map>
double mean_of(const std::vector<double>& data, Map map) {
  const double sum = nuthatch::parallel_reduce(
      std::size_t{0}, data.size(), 0.0, [&](std::size_t i) { return map(data[i]); }, std::plus<>());
  return sum / static_cast<double>(data.size());
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t n = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 10'000'000;
  std::vector<double> data(n);
  nuthatch::parallel_for(
      std::size_t{0}, n, [&](std::size_t i) { data[i] = static_cast<double>(i % 101); });

  auto extremes = nuthatch::launch([&] { return std::ranges::minmax(data); });
  auto mean = nuthatch::launch([&] { return mean_of(data, [](double value) { return value; }); });
  // This task may start before the mean is known. It is suspended then, and its worker runs other
  // tasks.
  auto deviation = nuthatch::launch(
      [&](nuthatch::future<double> known) {
        const double middle = known.get();
        return std::sqrt(
            mean_of(data, [middle](double value) { return (value - middle) * (value - middle); }));
      },
      std::move(mean));

  const double spread = deviation.get();
  const auto [least, most] = extremes.get();
  std::printf(
      "%zu values from %g to %g, standard deviation %g\n", data.size(), least, most, spread);
  return n < 101 || (least == 0 && most == 100 && std::abs(spread - std::sqrt(850.0)) < 0.1) ? 0
                                                                                             : 1;
}
