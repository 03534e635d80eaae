// SPDX-License-Identifier: Apache-2.0
#include <bitset>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nuthatch/errors.hpp>
#include <nuthatch/run_in_order.hpp>
#include <nuthatch/splice.hpp>

namespace nuthatch {
namespace {

using effects::interval;
using ::testing::ElementsAre;
using effect = effects::effect<effects::range>;

/// A call that is halved down to single cells. For each cell it reads one array and writes another,
/// and records that.
struct pass {
  const std::vector<int>* from;
  std::vector<int>* to;
  std::vector<std::string>* order;
  char name;

  [[nodiscard]] effect touches(interval cells) const {
    return effects::reads(effects::range(from->data() + cells.first, from->data() + cells.last)) +
           effects::writes(effects::range(to->data() + cells.first, to->data() + cells.last));
  }

  void operator()(declarations<effect>& now, interval cells) const {
    if (cells.last - cells.first > 1) {
      const std::ptrdiff_t middle = cells.first + (cells.last - cells.first) / 2;
      now.call(*this, interval{cells.first, middle});
      now.call(*this, interval{middle, cells.last});
      return;
    }
    now.step(touches(cells), [made = *this, cells] {
      const auto i = static_cast<std::size_t>(cells.first);
      (*made.to)[i] = (*made.from)[i] + 1;
      made.order->push_back(made.name + std::to_string(i));
    });
  }
};

class splice_test : public ::testing::Test {
 protected:
  std::vector<int> a_{1, 2, 3, 4};
  std::vector<int> b_ = std::vector<int>(4);
  std::vector<int> c_ = std::vector<int>(4);
  std::vector<std::string> order_;
  interval all_{0, 4};

  pass copy(const std::vector<int>& from, std::vector<int>& to, char name) {
    return {&from, &to, &order_, name};
  }
};

TEST_F(splice_test, calls_on_the_same_data_go_side_by_side) {
  const splice_counts counts = try_splice<effect>(2, [this](auto& now) {
    now.call(copy(a_, b_, 'b'), all_);
    now.call(copy(a_, c_, 'c'), all_);
  });
  EXPECT_THAT(order_, ElementsAre("b0", "c0", "b1", "c1", "b2", "c2", "b3", "c3"));
  EXPECT_EQ(counts.steps, 8U);
  EXPECT_EQ(counts.invocations, 14U);
  EXPECT_EQ(counts.delayed_steps, 0U);
}

TEST_F(splice_test, what_depends_follows_at_once) {
  try_splice<effect>(2, [this](auto& now) {
    now.call(copy(a_, b_, 'b'), all_);
    now.call(copy(b_, c_, 'c'), all_);
  });
  EXPECT_THAT(order_, ElementsAre("b0", "c0", "b1", "c1", "b2", "c2", "b3", "c3"));
  EXPECT_THAT(c_, ElementsAre(3, 4, 5, 6));
}

TEST_F(splice_test, calls_without_common_data_go_one_after_the_other) {
  std::vector<int> d(4);
  try_splice<effect>(2, [this, &d](auto& now) {
    now.call(copy(a_, b_, 'b'), all_);
    now.call(copy(c_, d, 'd'), all_);
  });
  EXPECT_THAT(order_, ElementsAre("b0", "b1", "b2", "b3", "d0", "d1", "d2", "d3"));
  order_.clear();
  try_splice<effect>(2,
                     [this, &d](auto& now) {
                       now.call(copy(a_, b_, 'b'), all_);
                       now.call(copy(c_, d, 'd'), all_);
                     },
                     {.check_locality = false});
  EXPECT_THAT(order_, ElementsAre("b0", "d0", "b1", "d1", "b2", "d2", "b3", "d3"));
}

TEST_F(splice_test, groups_follow_each_other) {
  try_splice<effect>(2, [this](auto& now) {
    now.call(copy(a_, b_, '1'), interval{0, 2});
    now.call(copy(a_, b_, '2'), interval{0, 2});
    now.call(copy(a_, b_, '3'), interval{0, 2});
    EXPECT_EQ(order_.size(), 4U);
  });
  EXPECT_THAT(order_, ElementsAre("10", "20", "11", "21", "30", "31"));
  EXPECT_EQ(try_splice<effect>(3, [](auto&) {}).steps, 0U);
}

TEST_F(splice_test, run_ends_a_group) {
  try_splice<effect>(8, [this](auto& now) {
    now.call(copy(a_, b_, 'b'), all_);
    EXPECT_EQ(b_[0], 0);
    now.run();
    EXPECT_EQ(b_[0], 2);
    now.run();
  });
}

TEST_F(splice_test, steps_stand_between_calls) {
  try_splice<effect>(3, [this](auto& now) {
    now.call(copy(a_, b_, 'b'), all_);
    now.step(effects::writes(effects::whole(a_[2])), [this] { a_[2] = 100; });
    now.call(copy(a_, c_, 'c'), all_);
  });
  EXPECT_THAT(b_, ElementsAre(2, 3, 4, 5));
  EXPECT_THAT(c_, ElementsAre(2, 3, 101, 5));
}

// The second call needs the first cell of the first call, which runs last there.
TEST_F(splice_test, steps_wait_for_what_they_depend_on) {
  struct backwards {
    pass forwards;

    [[nodiscard]] effect touches() const { return forwards.touches({0, 4}); }

    void operator()(declarations<effect>& now) const {
      for (std::ptrdiff_t i = 3; i >= 0; --i) {
        now.call(forwards, interval{i, i + 1});
      }
    }
  };

  const splice_counts counts = try_splice<effect>(2, [this](auto& now) {
    now.call(backwards{copy(a_, b_, 'b')});
    now.call(copy(b_, c_, 'c'), all_);
  });
  EXPECT_THAT(c_, ElementsAre(3, 4, 5, 6));
  EXPECT_GT(counts.delayed_steps, 0U);
  EXPECT_GE(counts.dependences, counts.delayed_steps);
  EXPECT_GT(counts.peak_delayed_bytes, 0U);
}

TEST_F(splice_test, delayed_steps_stay_within_their_bound_but_for_one) {
  std::size_t largest = 0;
  for (const std::size_t bound : {std::size_t{1} << 20U, std::size_t{600}, std::size_t{0}}) {
    std::vector<int> cells(64);
    const auto add = [&cells](auto& now, int step) {
      // Each step reads everything that the previous one writes.
      for (std::ptrdiff_t i = 0; i < 64; ++i) {
        const std::ptrdiff_t other = (i * 7 + 3) % 64;
        now.step(effects::reads(effects::whole(cells[static_cast<std::size_t>(other)])) +
                     effects::writes(effects::whole(cells[static_cast<std::size_t>(i)])),
                 [&cells, i, other, step] {
                   cells[static_cast<std::size_t>(i)] +=
                       cells[static_cast<std::size_t>(other)] * 3 + step;
                 });
      }
    };

    struct body {
      const decltype(add)* add_to;
      const std::vector<int>* cells;
      int step;

      [[nodiscard]] effect touches() const {
        return effects::writes(effects::range(cells->data(), cells->data() + cells->size()));
      }

      void operator()(declarations<effect>& now) const { (*add_to)(now, step); }
    };

    const splice_counts counts = try_splice<effect>(6,
                                                    [&](auto& now) {
                                                      for (int step = 0; step < 6; ++step) {
                                                        now.call(body{&add, &cells, step});
                                                      }
                                                    },
                                                    {.delayed_bytes = bound});
    std::vector<int> expected(64);
    for (int step = 0; step < 6; ++step) {
      for (std::size_t i = 0; i < 64; ++i) {
        expected[i] += expected[(i * 7 + 3) % 64] * 3 + step;
      }
    }
    EXPECT_EQ(cells, expected);
    if (counts.unspliced == 0) {
      largest = counts.peak_delayed_bytes / counts.delayed_steps + 1'000;
      EXPECT_EQ(bound, std::size_t{1} << 20U);
    } else {
      EXPECT_LE(counts.peak_delayed_bytes, bound + largest);
    }
  }
}

struct failing {
  std::vector<std::string>* order;
  const int* cell;
  std::string_view name;
  bool by_itself;

  [[nodiscard]] effect touches() const { return effects::writes(effects::whole(*cell)); }

  void operator()(declarations<effect>& now) const {
    if (by_itself) {
      throw std::runtime_error(std::string(name));
    }
    now.step(touches(), [in = order, what = name] {
      in->emplace_back(what);
      throw std::runtime_error(std::string(what));
    });
    now.step(touches(), [in = order] { in->emplace_back("after"); });
  }
};

TEST_F(splice_test, the_first_exception_in_program_order_is_thrown) {
  for (const bool by_itself : {false, true}) {
    order_.clear();
    try {
      try_splice<effect>(3, [&](auto& now) {
        now.call(failing{&order_, &a_[0], "first", false});
        now.call(failing{&order_, &a_[1], "second", by_itself});
        now.call(failing{&order_, &a_[1], "third", false});
      });
      ADD_FAILURE() << "nothing thrown";
    } catch (const std::runtime_error& thrown) {
      EXPECT_STREQ(thrown.what(), "first");
    }
    EXPECT_EQ(order_.size(), by_itself ? 4U : 6U);
  }
  order_.clear();
  EXPECT_THROW(try_splice<effect>(2,
                                  [&](auto& now) {
                                    now.call(failing{&order_, &a_[0], "called", false});
                                    throw std::logic_error("by the body");
                                  }),
               std::runtime_error);
  EXPECT_EQ(order_.size(), 2U);
}

/// The first call throws while it declares. Then a step throws, for indices from `first` on.
struct throws_twice {
  std::ptrdiff_t first;

  struct throws {
    [[nodiscard]] static effect touches() { return effect::on_everything(); }

    void operator()(declarations<effect>& /*now*/) const { throw std::runtime_error("call"); }
  };

  [[nodiscard]] static effect touches() { return effect::on_everything(); }

  void operator()(declarations<effect>& now) const {
    now.call(throws{});
    now.step(
        interval{first, first + 10},
        4,
        [](interval) { return effect::on_everything(); },
        [](interval) { throw std::runtime_error("step"); });
  }
};

TEST_F(splice_test, what_is_thrown_before_negative_indices_is_the_first) {
  for (const std::ptrdiff_t first : {0, -10}) {
    try {
      try_splice<effect>(2, [first](auto& now) { now.call(throws_twice{first}); });
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& thrown) {
      EXPECT_STREQ(thrown.what(), "call");
    }
  }
}

TEST_F(splice_test, groups_have_a_thousand_calls_at_most) {
  std::vector<int> cells(3000);
  const splice_counts counts = try_splice<effect>(100'000, [&cells](auto& now) {
    for (int& each : cells) {
      now.step(effects::writes(effects::whole(each)), [&each] { ++each; });
    }
  });
  EXPECT_EQ(cells, std::vector<int>(3000, 1));
  EXPECT_LT(counts.interference_checks, 3000U * 1025);
}

/// Declares a long list of steps, in which later ones write what earlier ones have written.
struct many_steps {
  std::vector<int>* cells;
  std::size_t count;

  [[nodiscard]] effect touches() const { return effects::writes(effects::range(*cells)); }

  void operator()(declarations<effect>& now) const {
    for (std::size_t i = 0; i < count; ++i) {
      int& cell = (*cells)[i % cells->size()];
      now.step(effects::writes(effects::whole(cell)),
               [&cell, i] { cell = cell * 3 + static_cast<int>(i % 7); });
    }
  }
};

TEST_F(splice_test, steps_are_compared_once_with_each_item_of_a_frame) {
  constexpr std::size_t calls = 4;
  constexpr std::size_t steps = 512;
  std::vector<int> cells(steps / 2);
  const splice_counts counts = try_splice<effect>(calls, [&cells](auto& now) {
    for (std::size_t t = 0; t < calls; ++t) {
      now.call(many_steps{&cells, steps});
    }
  });
  std::vector<int> in_order(cells.size());
  run_in_order<effect>([&in_order](auto& now) {
    for (std::size_t t = 0; t < calls; ++t) {
      now.call(many_steps{&in_order, steps});
    }
  });
  EXPECT_EQ(cells, in_order);
  EXPECT_GT(counts.delayed_steps, steps / 4);
  // Each step is compared at most twice with each step of every call before its own: once while
  // these calls have not reached it, and once while it is delayed.
  EXPECT_LT(counts.interference_checks, 2 * steps * steps * calls * (calls - 1) / 2);
}

TEST_F(splice_test, a_group_of_no_calls_is_refused_before_anything_runs) {
  bool ran = false;
  try {
    try_splice<effect>(0, [&ran](auto& /*now*/) { ran = true; });
    FAIL() << "nothing was thrown";
  } catch (const option_error& error) {
    EXPECT_STREQ(error.what(), "group: 0; try_splice runs 1 call at a time or more");
  }
  EXPECT_FALSE(ran);
}

TEST_F(splice_test, after_an_exception_groups_go_on) {
  std::vector<int> sums(4);
  try_splice<effect>(1, [&](auto& now) {
    EXPECT_THROW(now.call(failing{&order_, &a_[0], "first", false}), std::runtime_error);
    now.call(copy(a_, sums, 's'), all_);
  });
  EXPECT_THAT(sums, ElementsAre(2, 3, 4, 5));
}

TEST_F(splice_test, a_step_may_splice_by_itself) {
  try_splice<effect>(2, [this](auto& now) {
    now.step(effects::writes(effects::range(b_.data(), b_.data() + 4)), [this] {
      try_splice<effect>(2, [this](auto& inside) {
        inside.call(copy(a_, b_, 'b'), all_);
        inside.call(copy(a_, b_, 'c'), all_);
      });
    });
    now.call(copy(b_, c_, 'd'), all_);
  });
  EXPECT_THAT(c_, ElementsAre(3, 4, 5, 6));
}

/// An effect type with the required operations only; the data are eight bits.
struct bits {
  std::bitset<8> written;

  [[nodiscard]] bool interferes_with(const bits& other) const {
    return (written & other.written).any();
  }
};

struct set_bits {
  std::vector<int>* in;
  unsigned first;
  unsigned last;
  int value;

  [[nodiscard]] bits touches() const {
    bits all;
    for (unsigned bit = first; bit < last; ++bit) {
      all.written.set(bit);
    }
    return all;
  }

  void operator()(declarations<bits>& now) const {
    if (last - first == 1) {
      now.step(touches(), [made = *this] { (*made.in)[made.first] = made.value; });
    } else {
      const unsigned middle = (first + last) / 2;
      now.call(set_bits{in, first, middle, value});
      now.call(set_bits{in, middle, last, value});
    }
  }
};

TEST(splice_own_effects, need_no_more_than_interference) {
  std::vector<int> cells(8);
  try_splice<bits>(3, [&cells](auto& now) {
    now.call(set_bits{&cells, 0, 8, 1});
    now.call(set_bits{&cells, 2, 6, 2});
    now.call(set_bits{&cells, 4, 8, 3});
    now.step(
        interval{0, 8},
        2,
        [](interval part) {
          bits all;
          for (std::ptrdiff_t bit = part.first; bit < part.last; ++bit) {
            all.written.set(static_cast<std::size_t>(bit));
          }
          return all;
        },
        [in = &cells](interval part) {
          for (std::ptrdiff_t bit = part.first; bit < part.last; ++bit) {
            (*in)[static_cast<std::size_t>(bit)] *= 10;
          }
        });
  });
  EXPECT_THAT(cells, ElementsAre(10, 10, 20, 20, 30, 30, 30, 30));
}

}  // namespace
}  // namespace nuthatch
