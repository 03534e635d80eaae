// SPDX-License-Identifier: Apache-2.0

// Time steps of a stencil, run interleaved: a part of the array goes through several steps while it
// is in the cache. The result is that of one step after the other.
//
//   splice [cells]

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include <nuthatch/run_in_order.hpp>
#include <nuthatch/splice.hpp>

namespace effects = nuthatch::effects;
using effects::interval;
using effect = effects::effect<effects::range>;

struct time_step {
  const double* from;
  double* to;

  [[nodiscard]] effect touches(interval cells) const {
    return effects::reads(effects::range(from + cells.first - 1, from + cells.last + 1)) +
           effects::writes(effects::range(to + cells.first, to + cells.last));
  }

  void operator()(nuthatch::declarations<effect>& now, interval cells) const {
    now.step(
        cells,
        4096,
        [*this](interval part) { return touches(part); },
        [*this](interval part) {
          for (std::ptrdiff_t i = part.first; i < part.last; ++i) {
            to[i] = (from[i - 1] + from[i] + from[i + 1]) / 3;
          }
        });
  }
};

int main(int count, char** arguments) {
  const std::ptrdiff_t cells = count > 1 ? std::atol(arguments[1]) : 4'000'000;
  const auto after_64_steps = [cells](auto run) {
    std::vector<double> one(static_cast<std::size_t>(cells + 2), 1.0);
    std::vector<double> other = one;
    one[one.size() / 2] = 2.0;
    run([&](auto& now) {
      for (int step = 0; step < 32; ++step) {
        now.call(time_step{one.data(), other.data()}, interval{1, cells + 1});
        now.call(time_step{other.data(), one.data()}, interval{1, cells + 1});
      }
    });
    return one;
  };
  const auto spliced = after_64_steps([](auto calls) { nuthatch::try_splice<effect>(16, calls); });
  const auto in_order = after_64_steps([](auto calls) { nuthatch::run_in_order<effect>(calls); });
  std::printf("%td cells: %s\n", cells, spliced == in_order ? "equal" : "DIFFERENT");
  return spliced == in_order ? 0 : 1;
}
