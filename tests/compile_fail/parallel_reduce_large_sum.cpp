// SPDX-License-Identifier: Apache-2.0

// expected: let map add to it instead, map\(T& sum, index\)
// errors: 1
#include <array>
#include <cstddef>
#include <vector>

#include <nuthatch/nuthatch.hpp>

using histogram = std::array<long, 256>;

histogram add(histogram a, const histogram& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] += b[i];
  }
  return a;
}

histogram count(const std::vector<unsigned char>& text) {
#ifdef NUTHATCH_MUST_FAIL
  const auto map = [&](std::size_t i) {
    histogram one{};
    ++one[text[i]];
    return one;
  };
#else
  const auto map = [&](histogram& sum, std::size_t i) {
    ++sum[text[i]];
  };
#endif
  return nuthatch::parallel_reduce(std::size_t{0}, text.size(), histogram{}, map, add);
}
