// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <ranges>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/algorithms/count.hpp>
#include <nuthatch/growing_work.hpp>
#include <nuthatch/nuthatch.hpp>
#include <nuthatch/stepped.hpp>
#include <nuthatch/tiles.hpp>

#include "message_of.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

static_assert(std::ranges::random_access_range<stepped_view<int>>);
static_assert(std::ranges::sized_range<const stepped_view<std::uint64_t>>);
static_assert(std::ranges::borrowed_range<stepped_view<char>> &&
              std::ranges::view<stepped_view<char>> &&
              std::ranges::common_range<stepped_view<char>>);

template <class Index>
std::vector<Index> all_of(const stepped_view<Index>& from) {
  std::vector<Index> all;
  for (const Index each : from) {
    all.push_back(each);
  }
  EXPECT_EQ(all.size(), from.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    EXPECT_EQ(all[i], from[static_cast<std::ptrdiff_t>(i)]);
  }
  return all;
}

TEST(stepped_test, has_the_indices_of_a_serial_loop) {
  for (int first = -5; first < 6; ++first) {
    for (int last = -5; last < 6; ++last) {
      for (int step = -4; step < 5; ++step) {
        std::vector<int> expected;
        if (step == 0) {
          EXPECT_THROW(static_cast<void>(stepped(first, last, step)), std::invalid_argument);
          continue;
        }
        for (int i = first; step > 0 ? i < last : i > last; i += step) {
          expected.push_back(i);
        }
        EXPECT_EQ(all_of(stepped(first, last, step)), expected);
      }
    }
  }
}

TEST(stepped_test, reaches_the_ends_of_its_type) {
  using bytes = std::vector<unsigned char>;
  EXPECT_EQ(all_of(stepped(static_cast<unsigned char>(0), static_cast<unsigned char>(255), 100)),
            (bytes{0, 100, 200}));
  EXPECT_EQ(all_of(stepped(static_cast<unsigned char>(255), static_cast<unsigned char>(0), -100)),
            (bytes{255, 155, 55}));
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(all_of(stepped(least, most, most)), (std::vector<std::int64_t>{least, -1, most - 1}));
  EXPECT_EQ(all_of(stepped(most, least, least)), (std::vector<std::int64_t>{most, -1}));
  EXPECT_THROW(static_cast<void>(stepped(least, most, 1)), std::invalid_argument);
  EXPECT_EQ(stepped(least + 1, most, 2).size(), static_cast<std::size_t>(most));
}

TEST(stepped_test, mixes_types_of_bounds) {
  EXPECT_EQ(all_of(stepped(2, std::size_t{9}, 3)), (std::vector<std::size_t>{2, 5, 8}));
  EXPECT_THROW(static_cast<void>(stepped(-2, std::size_t{9}, 3)), std::invalid_argument);
}

class loop_kinds_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(loop_kinds_test, {1, 3});

TEST_P(loop_kinds_test, loops_and_algorithms_take_steps) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::vector<int> seen(1000);
      parallel_for(stepped(3, seen.size(), 7), [&](std::size_t i) { ++seen[i]; });
      parallel_for(stepped(999, -1, -3), [&](int i) { seen[static_cast<std::size_t>(i)] += 2; });
      for (std::size_t i = 0; i < seen.size(); ++i) {
        EXPECT_EQ(seen[i], (i % 7 == 3 ? 1 : 0) + (i % 3 == 0 ? 2 : 0)) << i;
      }
      EXPECT_EQ(count_if(par, stepped(0, 100'000, 2), [](int each) { return each % 3 == 0; }),
                16'667);
    });
  });
}

/// Notes how often each index of a grid is visited.
template <std::size_t Dimensions, class Index>
void check_tiles(const tile<Dimensions, Index>& all, const tile_size<Dimensions>& most) {
  std::size_t indices = 1;
  for (std::size_t d = 0; d < Dimensions; ++d) {
    indices *= static_cast<std::size_t>(all.size(d));
  }
  std::vector<int> visits(indices);
  std::atomic<int> tiles = 0;
  parallel_for_tiles(
      all,
      [&](const tile<Dimensions, Index>& part) {
        ++tiles;
        EXPECT_FALSE(part.empty());
        std::array<Index, Dimensions> at = part.first;
        while (true) {
          std::size_t number = 0;
          for (std::size_t d = 0; d < Dimensions; ++d) {
            EXPECT_LE(all.first[d], at[d]);
            number = number * static_cast<std::size_t>(all.size(d)) +
                     static_cast<std::size_t>(at[d] - all.first[d]);
          }
          ++visits.at(number);
          bool has_next = false;
          for (std::size_t d = Dimensions; d != 0 && !has_next; --d) {
            has_next = ++at[d - 1] != part.last[d - 1];
            at[d - 1] = has_next ? at[d - 1] : part.first[d - 1];
          }
          if (!has_next) {
            break;
          }
        }
        for (std::size_t d = 0; d < Dimensions; ++d) {
          if (most[d] != 0) {
            EXPECT_LE(part.size(d), most[d]);
          }
        }
      },
      most);
  EXPECT_TRUE(std::ranges::all_of(visits, [](int each) { return each == 1; }));
  EXPECT_EQ(tiles == 0, indices == 0);
}

TEST_P(loop_kinds_test, tiles_make_up_the_grid) {
  on_runtime([](runtime& r) {
    r.run([] {
      check_tiles(tile<2>{{0, 0}, {37, 53}}, {});
      check_tiles(tile<2>{{0, 0}, {37, 53}}, {8, 16});
      check_tiles(tile<2>{{3, 1}, {4, 200}}, {0, 7});
      check_tiles(tile<2>{{3, 1}, {3, 200}}, {1, 7});
      check_tiles(tile<3, int>{{-4, -3, 0}, {5, 6, 7}}, {2, 3, 4});
      check_tiles(tile<3, int>{{-4, -3, 0}, {5, 6, 7}}, {});
      check_tiles(tile<1, short>{{-300}, {300}}, {});
      check_tiles(tile<4>{{0, 0, 0, 0}, {3, 1, 4, 2}}, {1, 1, 1, 1});
    });
  });
}

TEST_P(loop_kinds_test, tiles_end_early) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> ran = 0;
      const tile<2> grid{{0, 0}, {40, 40}};
      EXPECT_THROW(parallel_for_tiles(grid,
                                      [&](const tile<2>&) {
                                        ++ran;
                                        throw std::runtime_error("here");
                                      },
                                      {1, 1}),
                   std::exception);
      EXPECT_LE(ran, 10);
      EXPECT_EQ(
          finish([&] { parallel_for_tiles(grid, [](const tile<2>&) { stop_finish(); }, {1, 1}); }),
          outcome::stopped);
    });
  });
}

TEST_P(loop_kinds_test, work_grows) {
  on_runtime([](runtime& r) {
    r.run([] {
      // Each number adds its halves, down to 1: so 1 comes n times.
      std::atomic<int> ones = 0;
      const std::array<int, 3> first{1, 100, 57};
      EXPECT_EQ(parallel_for_growing(first,
                                     [&](int item, auto& work) {
                                       if (item == 1) {
                                         ++ones;
                                       } else {
                                         work.add(item / 2);
                                         work.add(item - item / 2);
                                       }
                                     }),
                outcome::done);
      EXPECT_EQ(ones, 158);

      std::vector<std::unique_ptr<int>> owned;
      owned.push_back(std::make_unique<int>(6));
      std::atomic<int> sum = 0;
      parallel_for_growing(std::move(owned) | std::views::transform([](std::unique_ptr<int>& each) {
                             return std::move(each);
                           }),
                           [&](std::unique_ptr<int>& item, auto& work) {
                             sum += *item;
                             if (--*item != 0) {
                               work.add(std::move(item));
                             }
                           });
      EXPECT_EQ(sum, 21);

      std::atomic<int> ran = 0;
      EXPECT_THROW(static_cast<void>(parallel_for_growing(first,
                                                          [&](int item, auto& work) {
                                                            ++ran;
                                                            work.add(item + 1);
                                                            if (item == 110) {
                                                              throw std::runtime_error("110");
                                                            }
                                                          })),
                   std::runtime_error);
      EXPECT_GE(ran, 11);
      EXPECT_EQ(parallel_for_growing(first,
                                     [&](int item, auto& work) {
                                       work.add(item + 1);
                                       if (item == 110) {
                                         stop_finish();
                                       }
                                     }),
                outcome::stopped);

      group around;
      outcome how = outcome::done;  // an exception would be dropped by the stopped group
      around.spawn([&] {
        around.stop();
        how = parallel_for_growing(first, [](int, auto&) { ADD_FAILURE(); });
      });
      EXPECT_EQ(around.wait(), outcome::stopped);
      EXPECT_EQ(how, outcome::stopped);
    });
  });
}

}  // namespace
}  // namespace nuthatch
