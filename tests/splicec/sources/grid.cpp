// SPDX-License-Identifier: Apache-2.0

// Two loops that are cut together; regions are boxes.
#include <cstdio>
#include <vector>

#include <nuthatch/effects.hpp>

using grid = nuthatch::effects::array_view<double, 2>;
using nuthatch::effects::interval;

#pragma splice func Reads(from.part(rows.grown(1), columns.grown(1))) Writes(to.part(rows, columns))

void sweep(grid from, grid to, interval rows, interval columns) {
  if (rows.last - rows.first > 40) {
    const std::ptrdiff_t middle = (rows.first + rows.last) / 2;
    sweep(from, to, {rows.first, middle}, columns);
    sweep(from, to, interval{middle, rows.last}, columns);
    return;
  }
#pragma splice step over(i, j) slice(4) Reads(from.part(i.grown(1), j.grown(1))) \
    Writes(to.part(i, j))
  for (std::ptrdiff_t i = rows.first; i < rows.last; ++i) {
    for (std::ptrdiff_t j = columns.first; columns.last > j; j++) {
      to(i, j) = (from(i - 1, j) + from(i + 1, j) + from(i, j - 1) + from(i, j + 1)) / 4;
    }
  }
}

int main() {
  constexpr std::ptrdiff_t n = 150;
  std::vector<double> first(n * n), second(n * n);
  for (std::size_t i = 0; i < first.size(); ++i) {
    first[i] = second[i] = static_cast<double>(i % 23);
  }
  const grid a(first.data(), {n, n});
  const grid b(second.data(), {n, n});
#pragma splice try(6)
  for (int t = 0; t < 10; ++t) {
    sweep(a, b, {1, n - 1}, {1, n - 1});
    sweep(b, a, {1, n - 1}, {1, n - 1});
  }
  for (std::size_t i = 0; i < first.size(); i += 7) {
    std::printf("%a %a\n", first[i], second[i]);
  }
}
