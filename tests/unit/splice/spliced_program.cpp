// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>

#include <nuthatch/splice.hpp>

// check_unchecked.py compiles this program with checks and without.

namespace {

using effect = nuthatch::effects::effect<nuthatch::effects::box<2>>;
using view = nuthatch::effects::array_view<double, 2>;
using nuthatch::effects::interval;

struct time_step {
  view from;
  view to;

  [[nodiscard]] effect touches(interval rows) const {
    const interval columns{0, from.size(1)};
    return nuthatch::effects::reads(from.part(rows.grown(1), columns)) +
           nuthatch::effects::writes(to.part(rows, columns));
  }

  void operator()(nuthatch::declarations<effect>& now, interval rows) const {
    if (rows.last - rows.first > 64) {
      const std::ptrdiff_t middle = (rows.first + rows.last) / 2;
      now.call(*this, interval{rows.first, middle});
      now.call(*this, interval{middle, rows.last});
      return;
    }
    now.step(
        rows,
        4,
        [made = *this](interval part) { return made.touches(part); },
        [made = *this](interval part) {
          for (std::ptrdiff_t i = part.first; i < part.last; ++i) {
            for (std::ptrdiff_t j = 0; j < made.to.size(1); ++j) {
              made.to(i, j) = made.from(i - 1, j) + made.from(i + 1, j);
            }
          }
        });
    now.step(touches(rows), [made = *this, rows] {
      nuthatch::effects::check_access(
          &made.to.write(rows.first, 0), sizeof(double), nuthatch::effects::access::writes);
    });
  }
};

}  // namespace

void run(double* one, double* other, std::ptrdiff_t size) {
  const view a = view(one, {size, size}).named("one");
  const view b = view(other, {size, size}).named("other");
  nuthatch::try_splice<effect>(4, [&](auto& now) {
    now.call(time_step{a, b}, interval{1, size - 1});
    now.call(time_step{b, a}, interval{1, size - 1});
  });
}
