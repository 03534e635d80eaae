// SPDX-License-Identifier: Apache-2.0
#define NUTHATCH_CHECK_EFFECTS
#include <cstddef>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/splice.hpp>

#include "effort.hpp"
#include "splice/checked_pass.hpp"

namespace nuthatch::testing {
namespace {

using effects::effect_error;
using ::testing::MatchesRegex;

/// Declares a call for each of some rows. Each call splices passes over its row.
struct rows_of_passes {
  effects::array_view<int, 2> from;
  effects::array_view<int, 2> to;
  std::ptrdiff_t first;
  std::ptrdiff_t last;
  std::ptrdiff_t wrong;  // the row whose step declares too little

  [[nodiscard]] effect touches() const {
    return pass::part(row(from, 0), effects::access::reads, {first * size(), last * size()}) +
           pass::part(row(to, 0), effects::access::writes, {first * size(), last * size()});
  }

  [[nodiscard]] std::ptrdiff_t size() const { return from.size(1); }

  [[nodiscard]] view row(const effects::array_view<int, 2>& of, std::ptrdiff_t i) const {
    return {of.data() + i * size(), {size()}};
  }

  void operator()(declarations<effect>& now) const {
    if (last - first > 1) {
      const std::ptrdiff_t middle = (first + last) / 2;
      now.call(rows_of_passes{from, to, first, middle, wrong});
      now.call(rows_of_passes{from, to, middle, last, wrong});
      return;
    }
    const interval all{0, size()};
    const interval declared{0, first == wrong ? size() - 1 : size()};
    now.step(pass::part(row(from, first), effects::access::reads, all) +
                 pass::part(row(to, first), effects::access::writes, declared),
             [made = *this, all] {
               try_splice<effect>(2, [&](auto& inside) {
                 const pass one{made.row(made.from, made.first), made.row(made.to, made.first)};
                 inside.call(one, all);
                 inside.call(one, all);
               });
             });
  }
};

TEST(checks_on_workers, steps_inside_of_steps_on_several_workers) {
  constexpr std::ptrdiff_t rows = 32;
  constexpr std::ptrdiff_t columns = 16;
  std::vector<int> in(rows * columns, 1);
  std::vector<int> out(rows * columns);
  const effects::array_view<int, 2> one(in.data(), {rows, columns});
  const effects::array_view<int, 2> other(out.data(), {rows, columns});
  for (std::size_t round = 0; round < rounds(20); ++round) {
    runtime workers({.workers = 4});
    const auto with = [&](std::ptrdiff_t wrong) {
      return workers.run([&] {
        return error_of([&](auto& now) {
          now.call(rows_of_passes{one, other, 0, rows, wrong});
          now.call(rows_of_passes{one, other, 0, rows, wrong});
        });
      });
    };
    ASSERT_EQ(with(rows), "");
    ASSERT_EQ(out, std::vector<int>(rows * columns, 2));
    ASSERT_THAT(with(7), MatchesRegex("step at .*: writes element \\(15\\) of a view .*"));
  }
}

/// A step whose check always throws.
struct asked final : detail::running {
  void check(const detail::accessed& /*what*/) const override { throw effect_error("asked"); }
};

bool is_asked() {
  const int byte = 0;
  try {
    effects::check_access(&byte, 1, effects::access::reads);
  } catch (const effect_error&) {
    return true;
  }
  return false;
}

// A step that splices may be suspended meanwhile, and resume on another thread.
TEST(checks_on_workers, what_runs_goes_with_its_step) {
  const asked step;
  std::optional<detail::now_running> began(std::in_place, step);
  EXPECT_TRUE(is_asked());
  std::optional<detail::nothing_running> away(std::in_place);
  EXPECT_FALSE(is_asked());
  std::thread([&] {
    away.reset();
    EXPECT_TRUE(is_asked() && began->is_here());
    began.reset();
    EXPECT_FALSE(is_asked());
  }).join();
  EXPECT_FALSE(is_asked());
}

// A step that waits for tasks in another way is not followed. Afterwards no other code is mistaken
// for it.
TEST(checks_on_workers, what_went_on_elsewhere_is_told) {
  const asked step;
  std::optional<detail::now_running> began(std::in_place, step);
  std::thread([&] {
    EXPECT_FALSE(is_asked());
    EXPECT_FALSE(began->is_here());
    began.reset();
  }).join();
  EXPECT_FALSE(is_asked());
}

}  // namespace
}  // namespace nuthatch::testing
