// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/splice.hpp>

namespace nuthatch {
namespace {

using effects::interval;
using ::testing::ElementsAre;
using effect = effects::effect<effects::range>;

/// A time step of a three-point stencil, from one array to the other, by blocks.
struct time_step {
  const std::vector<long>* from;
  std::vector<long>* to;
  std::vector<std::string>* order;
  char name;
  std::ptrdiff_t block;
  std::ptrdiff_t slice;

  [[nodiscard]] effect touches(interval cells) const {
    return effects::reads(
               effects::range(from->data() + cells.first - 1, from->data() + cells.last + 1)) +
           effects::writes(effects::range(to->data() + cells.first, to->data() + cells.last));
  }

  void operator()(declarations<effect>& now, interval cells) const {
    if (cells.last - cells.first > block) {
      const std::ptrdiff_t middle = cells.first + (cells.last - cells.first) / 2;
      now.call(*this, interval{cells.first, middle});
      now.call(*this, interval{middle, cells.last});
      return;
    }
    now.step(
        cells,
        slice,
        [made = *this](interval part) { return made.touches(part); },
        [made = *this](interval part) { made.run(part); });
  }

  void run(interval part) const {
    order->push_back(name + std::to_string(part.first) + "-" + std::to_string(part.last));
    for (std::ptrdiff_t i = part.first; i < part.last; ++i) {
      const auto at = static_cast<std::size_t>(i);
      (*to)[at] = (*from)[at - 1] + 2 * (*from)[at] + (*from)[at + 1];
    }
  }
};

std::vector<long> numbers(std::size_t count) {
  std::vector<long> made(count);
  for (std::size_t i = 0; i < count; ++i) {
    made[i] = static_cast<long>(i * i % 17);
  }
  return made;
}

TEST(pipeline_test, steps_follow_each_other_at_the_distance_of_their_halo) {
  std::vector<long> a = numbers(14);
  std::vector<long> b = a;
  std::vector<std::string> order;
  const splice_counts counts = try_splice<effect>(3, [&](auto& now) {
    now.call(time_step{&a, &b, &order, 'x', 12, 4}, interval{1, 13});
    now.call(time_step{&b, &a, &order, 'y', 12, 4}, interval{1, 13});
    now.call(time_step{&a, &b, &order, 'z', 12, 4}, interval{1, 13});
  });
  EXPECT_THAT(order,
              ElementsAre("x1-5",
                          "y1-4",
                          "z1-3",
                          "x5-9",
                          "y4-8",
                          "z3-7",
                          "x9-13",
                          "y8-12",
                          "z7-11",
                          "y12-13",
                          "z11-13"));
  EXPECT_EQ(counts.delayed_steps, 0U);
}

TEST(pipeline_test, what_runs_alone_is_not_cut_into_slices) {
  std::vector<long> a = numbers(14);
  std::vector<long> b = a;
  std::vector<std::string> order;
  try_splice<effect>(1, [&](auto& now) {
    now.call(time_step{&a, &b, &order, 'x', 6, 2}, interval{1, 13});
    now.call(time_step{&b, &a, &order, 'y', 12, 2}, interval{1, 13});
  });
  if constexpr (std::is_same_v<effects::default_checking, effects::unchecked>) {
    EXPECT_THAT(order, ElementsAre("x1-7", "x7-13", "y1-13"));
  } else {
    EXPECT_EQ(order.size(), 12U);  // each slice is checked
  }
}

/// Like time_step, but without blocks; slices of several calls can run together.
struct step_together {
  time_step one;

  struct body {
    time_step one;

    void operator()(interval part) const {
      if (one.name == '!') {
        throw 1;
      }
      one.run(part);
    }
  };

  [[nodiscard]] effect touches(interval cells) const { return one.touches(cells); }

  template <class Now>
  void operator()(Now& now, interval cells) const {
    now.step(
        cells,
        one.slice,
        [made = one](interval part) { return made.touches(part); },
        body{one},
        [](const step_slices<body, interval>& slices) {
          slices[0].body.one.order->emplace_back("/");
          for (std::size_t i = slices.size(); i-- > 0;) {
            slices[i].body(slices[i].where);
          }
        });
  }
};

template <class Checking>
std::vector<std::string> order_together() {
  std::vector<long> a = numbers(14);
  std::vector<long> b = a;
  std::vector<long> expected_a = a;
  std::vector<long> expected_b = a;
  std::vector<std::string> order;
  std::vector<std::string> unseen;
  try_splice<effect, Checking>(3, [&](auto& now) {
    now.call(step_together{{&a, &b, &order, 'x', 12, 4}}, interval{1, 13});
    now.call(step_together{{&b, &a, &order, 'y', 12, 4}}, interval{1, 13});
    now.call(step_together{{&a, &b, &order, 'z', 12, 4}}, interval{1, 13});
  });
  time_step{&expected_a, &expected_b, &unseen, 'x', 12, 4}.run({1, 13});
  time_step{&expected_b, &expected_a, &unseen, 'y', 12, 4}.run({1, 13});
  time_step{&expected_a, &expected_b, &unseen, 'z', 12, 4}.run({1, 13});
  EXPECT_EQ(a, expected_a);
  EXPECT_EQ(b, expected_b);
  return order;
}

// Each call is one slice behind the previous one, so none of the slices that run together depends
// on another.
TEST(pipeline_test, slices_of_several_calls_run_together) {
  EXPECT_THAT(order_together<effects::unchecked>(),
              ElementsAre("/",
                          "x1-5",
                          "/",
                          "y1-4",
                          "x5-9",
                          "/",
                          "z1-3",
                          "y4-8",
                          "x9-13",
                          "/",
                          "z3-7",
                          "y8-12",
                          "/",
                          "z7-11",
                          "y12-13",
                          "/",
                          "z11-13"));
}

TEST(pipeline_test, an_exception_of_slices_together_is_that_of_the_first) {
  std::vector<long> a = numbers(14);
  std::vector<long> b = a;
  std::vector<std::string> order;
  bool after = false;
  EXPECT_THROW(
      try_splice<effect>(3,
                         [&](auto& now) {
                           now.call(step_together{{&a, &b, &order, '!', 12, 4}}, interval{1, 13});
                           now.call(step_together{{&b, &a, &order, 'y', 12, 4}}, interval{1, 13});
                           now.step(effect{}, [&after] { after = true; });
                         }),
      int);
  EXPECT_TRUE(after);
}

/// Adds one to each cell, twice.
struct added_twice {
  std::vector<long>* cells;
  std::ptrdiff_t first;
  std::ptrdiff_t slice;

  [[nodiscard]] effect touches() const {
    return effects::writes(effects::range(cells->data(), cells->data() + cells->size()));
  }

  template <class Now>
  void operator()(Now& now) const {
    for (int k = 0; k < 2; ++k) {
      now.step(
          interval{first, 1000},
          slice,
          [made = *this](interval part) {
            const long* const data = made.cells->data();
            return effects::writes(effects::range(data + part.first, data + part.last));
          },
          [made = *this](interval part) {
            for (std::ptrdiff_t i = part.first; i < part.last; ++i) {
              ++(*made.cells)[static_cast<std::size_t>(i)];
            }
          });
    }
  }
};

TEST(pipeline_test, slices_may_be_of_any_length) {
  constexpr std::ptrdiff_t most = std::numeric_limits<std::ptrdiff_t>::max();
  for (const std::ptrdiff_t first : {0, 1, 500}) {
    // A slice of less than 1 counts as 1.
    for (const std::ptrdiff_t slice : {most,
                                       most - 500,
                                       most / 4 + 1,
                                       std::ptrdiff_t{0},
                                       std::numeric_limits<std::ptrdiff_t>::min()}) {
      std::vector<long> cells(1000);
      try_splice<effect>(2, [&](auto& now) {
        now.call(added_twice{&cells, first, slice});
        now.call(added_twice{&cells, first, slice});
      });
      EXPECT_EQ(cells[700], 4) << first << ", " << slice;
      EXPECT_EQ(cells[999], 4) << first << ", " << slice;
    }
  }
}

TEST(pipeline_test, edges_of_blocks_are_delayed_and_come_with_the_next) {
  std::vector<long> a = numbers(18);
  std::vector<long> b = a;
  std::vector<std::string> order;
  const splice_counts counts = try_splice<effect>(2, [&](auto& now) {
    now.call(time_step{&a, &b, &order, 'x', 8, 8}, interval{1, 17});
    now.call(time_step{&b, &a, &order, 'y', 8, 8}, interval{1, 17});
  });
  EXPECT_THAT(order, ElementsAre("x1-9", "y1-8", "x9-17", "y8-9", "y9-17"));
  EXPECT_EQ(counts.delayed_steps, 1U);
  EXPECT_EQ(counts.steps, 5U);
}

/// Returns the cells after time steps that run one after the other.
std::vector<long> after_steps(std::vector<long> cells, int steps) {
  std::vector<long> other = cells;
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 1; i + 1 < cells.size(); ++i) {
      other[i] = cells[i - 1] + 2 * cells[i] + cells[i + 1];
    }
    cells.swap(other);
  }
  return cells;
}

TEST(pipeline_test, comes_to_the_same) {
  for (const std::size_t group : {1U, 2U, 3U, 8U, 16U}) {
    for (const std::ptrdiff_t block : {1, 3, 16, 50, 200}) {
      for (const std::ptrdiff_t slice : {1, 2, 7, 100}) {
        std::vector<long> a = numbers(130);
        std::vector<long> b = a;
        const std::vector<long> expected = after_steps(a, 16);
        std::vector<std::string> order;
        try_splice<effect>(group, [&](auto& now) {
          for (int step = 0; step < 16; ++step) {
            auto& from = step % 2 == 0 ? a : b;
            auto& to = step % 2 == 0 ? b : a;
            now.call(time_step{&from, &to, &order, 'x', block, slice}, interval{1, 129});
          }
        });
        ASSERT_EQ(a, expected) << group << ' ' << block << ' ' << slice;
      }
    }
  }
}

// The sweep updates in place: every element needs the new value before it and the old value after
// it.
TEST(pipeline_test, in_place_sweeps_keep_their_order) {
  std::vector<long> cells = numbers(66);
  std::vector<long> expected = cells;
  const auto sweep = [](std::vector<long>& in, interval part) {
    for (std::ptrdiff_t i = part.first; i < part.last; ++i) {
      const auto at = static_cast<std::size_t>(i);
      in[at] = (in[at - 1] + in[at] + in[at + 1]) % 1'000;
    }
  };
  for (int step = 0; step < 9; ++step) {
    sweep(expected, {1, 65});
  }
  try_splice<effect>(4, [&](auto& now) {
    for (int step = 0; step < 9; ++step) {
      now.step(
          interval{1, 65},
          8,
          [in = &cells](interval part) {
            return effects::writes(
                effects::range(in->data() + part.first - 1, in->data() + part.last + 1));
          },
          [in = &cells, &sweep](interval part) { sweep(*in, part); });
    }
  });
  EXPECT_EQ(cells, expected);
}

using square = std::array<interval, 2>;

/// A time step of a five-point stencil, by blocks of rows and columns.
struct time_step_of_square {
  using effect = effects::effect<effects::box<2>>;

  const std::vector<long>* from;
  std::vector<long>* to;
  std::ptrdiff_t size;
  std::ptrdiff_t block;

  [[nodiscard]] effect touches(square cells) const {
    const effects::array_view<const long, 2> in(from->data(), {size, size});
    const effects::array_view<long, 2> out(to->data(), {size, size});
    return effects::reads(in.part(cells[0].grown(1), cells[1])) +
           effects::reads(in.part(cells[0], cells[1].grown(1))) + effects::writes(out.part(cells));
  }

  void operator()(declarations<effect>& now, square cells) const {
    for (interval& side : cells) {
      if (side.last - side.first > block) {
        const interval whole = side;
        const std::ptrdiff_t middle = (side.first + side.last) / 2;
        side = {whole.first, middle};
        now.call(*this, cells);
        side = {middle, whole.last};
        now.call(*this, cells);
        return;
      }
    }
    now.step(
        cells,
        2,
        [made = *this](square part) { return made.touches(part); },
        [made = *this](square part) { made.run(part); });
  }

  void run(square part) const {
    for (std::ptrdiff_t row = part[0].first; row < part[0].last; ++row) {
      for (std::ptrdiff_t column = part[1].first; column < part[1].last; ++column) {
        const auto at = static_cast<std::size_t>(row * size + column);
        const auto line = static_cast<std::size_t>(size);
        (*to)[at] = (*from)[at] + (*from)[at - 1] + 2 * (*from)[at + 1] + 3 * (*from)[at - line] +
                    5 * (*from)[at + line];
      }
    }
  }
};

TEST(pipeline_test, blocks_of_two_dimensions_come_to_the_same) {
  constexpr std::ptrdiff_t size = 26;
  constexpr square inside{interval{1, size - 1}, interval{1, size - 1}};
  for (const std::size_t group : {1U, 2U, 5U}) {
    for (const std::ptrdiff_t block : {3, 6, 12, 40}) {
      std::vector<long> a = numbers(size * size);
      std::vector<long> b = a;
      std::vector<long> in = a;
      std::vector<long> out = a;
      const splice_counts counts = try_splice<time_step_of_square::effect>(group, [&](auto& now) {
        for (int step = 0; step < 10; ++step) {
          auto& from = step % 2 == 0 ? a : b;
          auto& to = step % 2 == 0 ? b : a;
          now.call(time_step_of_square{&from, &to, size, block}, inside);
          time_step_of_square{&in, &out, size, block}.run(inside);
          in.swap(out);
        }
      });
      ASSERT_EQ(a, in) << group << ' ' << block;
      // The edges of a block wait for neighbouring blocks.
      EXPECT_EQ(counts.delayed_steps != 0, group != 1 && block < size - 2);
    }
  }
}

}  // namespace
}  // namespace nuthatch
