// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <atomic>
#include <cstddef>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/wavefront.hpp>

#include "effort.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

class wavefront_test : public testing::runtime_test {};

NUTHATCH_ON_EVERY_SCHEDULER(wavefront_test);

/// Paths from the corner to each block, modulo 2³²: a block that runs too early, twice or not at
/// all changes most of them.
class paths {
 public:
  paths(std::size_t rows, std::size_t columns) : columns_(columns), counts_(rows * columns) {}

  void count(std::size_t row, std::size_t column) {
    unsigned& here = counts_[row * columns_ + column];
    EXPECT_EQ(here, 0U);
    here = (row == 0 ? 0 : counts_[(row - 1) * columns_ + column]) +
           (column == 0 ? 0 : counts_[row * columns_ + column - 1]);
    if (here == 0) {
      EXPECT_EQ(row + column, 0U);
      here = 1;
    }
  }

  bool operator==(const paths&) const = default;

 private:
  std::size_t columns_;
  std::vector<unsigned> counts_;
};

TEST_P(wavefront_test, each_block_follows_its_neighbours) {
  on_runtime([](runtime& r) {
    r.run([] {
      const std::size_t large = testing::rounds(20) + 4;
      for (const auto& [rows, columns] : {std::pair<std::size_t, std::size_t>{1, 1},
                                          {1, 9},
                                          {9, 1},
                                          {2, 2},
                                          {large, 3},
                                          {7, large},
                                          {0, 5},
                                          {5, 0}}) {
        paths serial(rows, columns);
        for (std::size_t row = 0; row < rows; ++row) {
          for (std::size_t column = 0; column < columns; ++column) {
            serial.count(row, column);
          }
        }
        paths parallel(rows, columns);
        EXPECT_EQ(wavefront(rows,
                            columns,
                            [&](std::size_t row, std::size_t column) {
                              if ((row + column) % 4 == 0) {
                                fork_join([] { poll(); }, [] { poll(); });
                              }
                              parallel.count(row, column);
                            }),
                  outcome::done);
        EXPECT_EQ(parallel, serial);
      }
    });
  });
}

TEST_P(wavefront_test, ends_early) {
  on_runtime([](runtime& r) {
    r.run([] {
      std::atomic<int> ran = 0;
      EXPECT_THROW(static_cast<void>(wavefront(30,
                                               30,
                                               [&](std::size_t row, std::size_t column) {
                                                 ++ran;
                                                 if (row == 3 && column == 4) {
                                                   throw std::runtime_error("here");
                                                 }
                                               })),
                   std::runtime_error);
      // Everything below and to the right depends on that block.
      EXPECT_LE(ran, 900 - 27 * 26 + 1);

      ran = 0;
      EXPECT_EQ(wavefront(30,
                          30,
                          [&](std::size_t row, std::size_t column) {
                            ++ran;
                            if (row == 2 && column == 2) {
                              stop_finish();
                            }
                          }),
                outcome::stopped);
      EXPECT_LE(ran, 900 - 28 * 28 + 1);
    });
  });
}

TEST(wavefront_arguments_test, sizes_are_checked) {
  constexpr std::size_t large = std::numeric_limits<std::size_t>::max() / 2;
  EXPECT_THROW(static_cast<void>(wavefront(large, 3, [](std::size_t, std::size_t) {})),
               std::bad_array_new_length);
}

}  // namespace
}  // namespace nuthatch
