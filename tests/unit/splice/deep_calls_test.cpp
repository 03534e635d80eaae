// SPDX-License-Identifier: Apache-2.0

// Calls that are thousands deep, and whose steps interfere with everything.
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/effects.hpp>
#include <nuthatch/splice.hpp>

namespace nuthatch {
namespace {

using effect = effects::effect<effects::range>;

struct shape {
  bool before;  ///< whether a step comes before the deeper call
  bool behind;
};

/// Calls itself, with steps that note where they are.
struct deep_calls {
  std::vector<std::size_t>* notes;
  shape of;

  [[nodiscard]] static effect touches(std::size_t /*depth*/) { return effect::on_everything(); }

  void operator()(declarations<effect>& now, std::size_t depth) const {
    if (depth == 0) {
      return;
    }
    const auto note = [to = notes, depth] {
      to->push_back(depth);
    };
    if (of.before) {
      now.step(effect::on_everything(), note);
    }
    now.call(*this, depth - 1);
    if (of.behind) {
      now.step(effect::on_everything(), note);
    }
  }
};

TEST(deep_calls_test, each_step_is_compared_with_a_few_others) {
  constexpr std::size_t calls = 4;
  constexpr std::size_t depth = 3000;
  for (const shape of : {shape{true, false}, shape{false, true}, shape{true, true}}) {
    std::vector<std::size_t> notes;
    const splice_counts counts = try_splice<effect>(calls, [&](auto& now) {
      for (std::size_t t = 0; t < calls; ++t) {
        now.call(deep_calls{&notes, of}, depth);
      }
    });
    std::vector<std::size_t> in_order;
    for (std::size_t t = 0; t < calls; ++t) {
      for (std::size_t i = depth; of.before && i > 0; --i) {
        in_order.push_back(i);
      }
      for (std::size_t i = 1; of.behind && i <= depth; ++i) {
        in_order.push_back(i);
      }
    }
    EXPECT_EQ(notes, in_order);
    EXPECT_LT(counts.interference_checks, 100 * notes.size());
  }
}

}  // namespace
}  // namespace nuthatch
