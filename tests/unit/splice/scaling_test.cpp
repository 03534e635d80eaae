// SPDX-License-Identifier: Apache-2.0

// How many workers spliced sweeps keep busy, in virtual time: steps take the time that they charge,
// and memory accesses take none.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/charge_work.hpp>
#include <nuthatch/nuthatch.hpp>
#include <nuthatch/splice.hpp>
#include <nuthatch/virtual_runtime.hpp>

namespace nuthatch::testing {
namespace {

using effects::interval;
using effect = effects::effect<effects::range>;

constexpr std::ptrdiff_t cells = 1 << 16;

/// A sweep that is halved down to leaves, and reads one cell on either side.
struct sweep {
  const double* from;
  const double* to;
  std::ptrdiff_t leaf;

  [[nodiscard]] effect touches(interval part) const {
    const std::ptrdiff_t first = std::max<std::ptrdiff_t>(0, part.first - 1);
    const std::ptrdiff_t last = std::min(cells, part.last + 1);
    return effects::reads(effects::range(from + first, from + last)) +
           effects::writes(effects::range(to + part.first, to + part.last));
  }

  void operator()(declarations<effect>& now, interval part) const {
    if (part.last - part.first > leaf) {
      const std::ptrdiff_t middle = part.first + (part.last - part.first) / 2;
      now.call(*this, interval{part.first, middle});
      now.call(*this, interval{middle, part.last});
      return;
    }
    now.step(
        part,
        64,
        [made = *this](interval slice) { return made.touches(slice); },
        [](interval slice) {
          constexpr std::uint64_t ns_per_cell = 10;
          charge_work(static_cast<std::uint64_t>(slice.last - slice.first) * ns_per_cell);
        });
  }
};

double virtual_ns(const std::string& scheduler, unsigned workers, std::ptrdiff_t leaves) {
  const std::vector<double> even(cells);
  const std::vector<double> odd(cells);
  options wanted;
  wanted.scheduler = scheduler;
  wanted.workers = workers;
  const virtual_runtime on(wanted);
  on->run([&] {
    try_splice<effect>(8, [&](auto& now) {
      for (int t = 0; t < 16; ++t) {
        now.call(sweep{t % 2 == 0 ? even.data() : odd.data(),
                       t % 2 == 0 ? odd.data() : even.data(),
                       cells / leaves},
                 interval{0, cells});
      }
    });
  });
  return static_cast<double>(on.now_ns());
}

/// Declares calls for one cell each, in ascending or descending order.
struct list_of_calls {
  const std::vector<double>* data;
  bool backwards;

  struct one_cell {
    const double* cell;

    [[nodiscard]] effect touches() const { return effects::writes(effects::whole(*cell)); }

    void operator()(declarations<effect>& now) const {
      constexpr std::uint64_t long_enough_to_be_taken_ns = 100'000;
      now.step(touches(), [] { charge_work(long_enough_to_be_taken_ns); });
    }
  };

  [[nodiscard]] effect touches() const { return effects::writes(effects::range(*data)); }

  void operator()(declarations<effect>& now) const {
    const std::size_t count = data->size();
    for (std::size_t i = 0; i < count; ++i) {
      now.call(one_cell{&(*data)[backwards ? count - 1 - i : i]});
    }
  }
};

splice_counts counts_of_lists(std::size_t length) {
  const std::vector<double> data(length);
  options wanted;
  wanted.workers = 2;
  const virtual_runtime on(wanted);
  splice_counts counts;
  on->run([&] {
    counts = try_splice<effect>(2, [&data](auto& now) {
      now.call(list_of_calls{&data, false});
      now.call(list_of_calls{&data, true});
    });
  });
  return counts;
}

TEST(splice_cost, of_long_lists_on_workers_is_a_square) {
  const splice_counts some = counts_of_lists(100);
  const splice_counts more = counts_of_lists(400);
  EXPECT_GT(more.taken_rows, 300U);
  EXPECT_GT(more.delayed_steps, 300U);
  EXPECT_LT(more.interference_checks, 25 * some.interference_checks);
}

class splice_scaling_test : public ::testing::TestWithParam<const char*> {};

TEST_P(splice_scaling_test, leaves_keep_as_many_workers_busy) {
  const double one = virtual_ns(GetParam(), 1, 32);
  EXPECT_GT(one / virtual_ns(GetParam(), 2, 32), 1.9);
  EXPECT_GT(one / virtual_ns(GetParam(), 16, 32), 14);
  EXPECT_GT(one / virtual_ns(GetParam(), 8, 8), 7.4);
  EXPECT_LT(one / virtual_ns(GetParam(), 16, 8), 8.1);
}

INSTANTIATE_TEST_SUITE_P(
    schedulers,
    splice_scaling_test,
    ::testing::Values("work_stealing", "channel", "slaw", "shepherd_ws", "shepherd_mts"));

}  // namespace
}  // namespace nuthatch::testing
