// SPDX-License-Identifier: Apache-2.0

// Keeps a part of an array with a group of workers: each place initializes its part and comes back
// to it in each round, so that the part stays in the caches of that place.
//
//   places [elements]

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace {

/// Adds 1 to each element of one of several parts.
void add_one_to(std::vector<double>& data, unsigned part, unsigned parts) {
  const std::size_t first = data.size() * part / parts;
  const std::size_t last = data.size() * (part + 1) / parts;
  nuthatch::parallel_for(first, last, [&](std::size_t i) { data[i] += 1; });
}

/// Adds 1 to each element, each part in its place.
void add_one(std::vector<double>& data) {
  const unsigned parts = nuthatch::places();
  nuthatch::finish([&] {
    for (unsigned part = 0; part < parts; ++part) {
      const nuthatch::at there{nuthatch::place(part)};
      nuthatch::async(there, [&data, part, parts] { add_one_to(data, part, parts); });
    }
  });
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t elements = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 4'000'000;
  constexpr int rounds = 10;
  nuthatch::options wanted = nuthatch::options::from_environment();
  wanted.scheduler = "slaw";
  wanted.workers = 2;
  wanted.places = "2:1";
  nuthatch::runtime workers(wanted);

  const bool correct = workers.run([&] {
    std::vector<double> data(elements);
    for (int round = 0; round < rounds; ++round) {
      add_one(data);
    }
    const double sum = nuthatch::parallel_reduce(
        std::size_t{0},
        elements,
        0.0,
        [&](std::size_t i) { return data[i]; },
        [](double left, double right) { return left + right; });
    std::printf("%u places, %zu elements, sum %g\n", nuthatch::places(), elements, sum);
    return sum == rounds * static_cast<double>(elements);
  });
  return correct ? 0 : 1;
}
