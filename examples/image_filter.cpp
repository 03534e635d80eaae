// SPDX-License-Identifier: Apache-2.0

// Blurs a picture: a parallel loop over rows. The library decides how many rows a task has.
//
//   image_filter [pixels a side]

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace {

struct picture {
  explicit picture(std::size_t pixels) : side(pixels), values(pixels * pixels) {}

  float& at(std::size_t row, std::size_t column) { return values[row * side + column]; }

  [[nodiscard]] float at(std::size_t row, std::size_t column) const {
    return values[row * side + column];
  }

  std::size_t side;
  std::vector<float> values;
};

/// Each pixel becomes the mean of itself and its neighbours; the edge stays black.
picture blurred(const picture& from) {
  picture to(from.side);
  nuthatch::parallel_for(std::size_t{1}, from.side - 1, [&](std::size_t row) {
    for (std::size_t column = 1; column + 1 < from.side; ++column) {
      float sum = 0;
      for (std::size_t near = row - 1; near <= row + 1; ++near) {
        sum += from.at(near, column - 1) + from.at(near, column) + from.at(near, column + 1);
      }
      to.at(row, column) = sum / 9;
    }
  });
  return to;
}

}  // namespace

int main(int count, char** arguments) {
  const std::size_t side = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 2000;
  if (side < 5) {
    std::fputs("image_filter: pixels a side: a number from 5 on\n", stderr);
    return 2;
  }
  picture bright(side);
  std::ranges::fill(bright.values, 9.0F);
  const picture result = blurred(blurred(bright));
  std::printf("next to the edge: %.2f, in the middle: %.2f\n",
              static_cast<double>(result.at(1, side / 2)),
              static_cast<double>(result.at(side / 2, side / 2)));
  return result.at(1, side / 2) == 6 && result.at(0, 0) == 0 ? 0 : 1;
}
