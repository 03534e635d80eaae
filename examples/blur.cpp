// SPDX-License-Identifier: Apache-2.0

// A picture is blurred again and again. The passes run interleaved, block by block: so what is in
// the cache is used by many of them.
//
//   blur [pixels a side]

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <nuthatch/effects.hpp>
#include <nuthatch/nuthatch.hpp>
#include <nuthatch/run_in_order.hpp>
#include <nuthatch/splice.hpp>

namespace {

namespace effects = nuthatch::effects;
using effects::interval;
using effect = effects::effect<effects::box<2>>;
using picture = effects::array_view<const float, 2>;
using canvas = effects::array_view<float, 2>;

/// A pass from one picture to another, but for the edge.
struct blur {
  picture from;
  canvas to;
  std::ptrdiff_t side;

  effect touches(interval rows) const {
    const interval inner{1, side - 1};
    return effects::reads(from.part(rows.grown(1), inner.grown(1))) +
           effects::writes(to.part(rows, inner));
  }

  void operator()(nuthatch::declarations<effect>& now, interval rows) const {
    constexpr std::ptrdiff_t block = 128;
    constexpr std::ptrdiff_t slice = 4;
    if (rows.last - rows.first > block) {
      const std::ptrdiff_t middle = rows.first + (rows.last - rows.first) / 2;
      now.call(*this, interval{rows.first, middle});
      now.call(*this, interval{middle, rows.last});
      return;
    }
    now.step(
        rows,
        slice,
        [pass = *this](interval some) { return pass.touches(some); },
        [pass = *this](interval some) { pass.run(some); });
  }

  void run(interval rows) const {
    for (std::ptrdiff_t i = rows.first; i < rows.last; ++i) {
      for (std::ptrdiff_t j = 1; j < side - 1; ++j) {
        float sum = 0;
        for (std::ptrdiff_t row = i - 1; row <= i + 1; ++row) {
          sum += from(row, j - 1) + from(row, j) + from(row, j + 1);
        }
        to(i, j) = sum / 9;
      }
    }
  }
};

std::vector<float> draw(std::size_t pixels) {
  std::vector<float> made(pixels);
  for (std::size_t i = 0; i < pixels; ++i) {
    made[i] = static_cast<float>(i % 251);
  }
  return made;
}

}  // namespace

int main(int argc, char** argv) {
  const std::ptrdiff_t side = argc > 1 ? std::strtol(argv[1], nullptr, 10) : 2000;
  constexpr int passes = 16;
  if (side < 3) {
    std::fprintf(stderr, "blur: pixels a side: a number from 3 on\n");
    return EXIT_FAILURE;
  }
  const auto blurred = [side](auto run) {
    std::vector<float> a = draw(static_cast<std::size_t>(side * side));
    std::vector<float> b = a;
    run([&](auto& now) {
      for (int k = 0; k < passes; ++k) {
        const std::vector<float>& from = k % 2 == 0 ? a : b;
        std::vector<float>& to = k % 2 == 0 ? b : a;
        now.call(blur{picture(from.data(), {side, side}), canvas(to.data(), {side, side}), side},
                 interval{1, side - 1});
      }
    });
    return passes % 2 == 0 ? a : b;
  };

  const std::vector<float> expected =
      blurred([](auto all) { nuthatch::run_in_order<effect>(all); });

  nuthatch::splice_counts counts;
  const std::vector<float> found =
      blurred([&counts](auto all) { counts = nuthatch::try_splice<effect>(passes, all); });
  std::printf(
      "%d passes, in turn %llu times\n", passes, static_cast<unsigned long long>(counts.switches));

  nuthatch::runtime workers;
  const std::vector<float> found_by_all = blurred(
      [&workers](auto all) { workers.run([&all] { nuthatch::try_splice<effect>(passes, all); }); });
  if (found != expected || found_by_all != expected) {
    std::printf("they differ from one after the other\n");
    return EXIT_FAILURE;
  }
}
