// SPDX-License-Identifier: Apache-2.0

// The names that docs/splicing.md gives to types, declared before the headers that use them, and
// templates of those instantiated: -Wshadow finds what is called alike in there.
#include <nuthatch/effects.hpp>

namespace effects = nuthatch::effects;
using effects::interval;
using effect = effects::effect<effects::range>;

#include <nuthatch/checked_splice.hpp>
#include <nuthatch/nuthatch.hpp>

namespace {

struct doubling {
  double* numbers;

  [[nodiscard]] effect touches(interval all) const {
    return effects::writes(effects::range(numbers + all.first, numbers + all.last));
  }

  template <class Declarations>
  void operator()(Declarations& now, interval all) const {
    now.step(
        all,
        16,
        [made = *this](interval part) { return made.touches(part); },
        [made = *this](interval part) {
          for (std::ptrdiff_t i = part.first; i < part.last; ++i) {
            made.numbers[i] *= 2;
          }
        });
  }
};

}  // namespace

void splice_with_names_of_programs(double* numbers);

void splice_with_names_of_programs(double* numbers) {
  const auto body = [=](auto& now) {
    now.call(doubling{numbers}, interval{0, 100});
    now.call(doubling{numbers}, interval{0, 100});
  };
  nuthatch::try_splice<effect>(2, body);
  nuthatch::try_splice<effect, effects::checked>(2, body);
}
