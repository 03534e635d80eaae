// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <random>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/splice.hpp>
#include <nuthatch/virtual_runtime.hpp>

#include "effort.hpp"
#include "seed.hpp"
#include "splice/drawn_options.hpp"
#include "splice/random_nest.hpp"

namespace nuthatch::testing {
namespace {

random_nest<>::shape drawn_shape(std::mt19937_64& chance) {
  return {.rows = static_cast<std::ptrdiff_t>(2 + chance() % 20),
          .columns = static_cast<std::ptrdiff_t>(1 + chance() % 20),
          .calls = 1 + chance() % 10,
          .depth = static_cast<unsigned>(1 + chance() % 6),
          .alike = chance() % 4 != 0};
}

struct totals {
  std::uint64_t taken = 0;
  std::uint64_t taken_and_unspliced = 0;

  void add(const splice_counts& one) {
    taken += one.taken_rows;
    taken_and_unspliced += one.taken_rows != 0 ? one.unspliced : 0;
  }
};

/// Whatever other workers run, and when, memory is the same as after a sequential run.
TEST(random_nests, come_to_the_same_on_virtual_workers) {
  const std::uint64_t first = seed();
  totals all;
  for (std::size_t i = 0; i < rounds(2'000); ++i) {
    std::mt19937_64 chance(first + i);
    const options drawn = drawn_options(chance);
    random_nest<> program(chance, drawn_shape(chance));
    const splice_options how = drawn_splice_options(chance);
    const std::size_t group = 1 + chance() % 8;
    const virtual_runtime workers(drawn);
    const auto found = workers->run([&] { return program.run_spliced(group, how); });
    ASSERT_EQ(found, program.run_in_order())
        << "seed " << first + i << ", groups of " << group << ", " << drawn.scheduler << ", "
        << drawn.workers << " workers, policy " << to_string(drawn.policy);
    all.add(program.counts);
  }
  if (rounds(2'000) >= 1'000) {
    EXPECT_GT(all.taken, 0U);
    EXPECT_GT(all.taken_and_unspliced, 0U);
  }
}

/// The same, with several programs for each runtime.
TEST(random_nests, come_to_the_same_on_workers) {
  const std::uint64_t first = seed();
  totals all;
  for (std::size_t i = 0; i < rounds(100); ++i) {
    std::mt19937_64 chance(first + i);
    const options drawn = drawn_options(chance);
    runtime workers(drawn);
    for (std::size_t j = 0; j < 20; ++j) {
      random_nest<> program(chance, drawn_shape(chance));
      const splice_options how = drawn_splice_options(chance);
      const std::size_t group = 1 + chance() % 8;
      const auto found = workers.run([&] { return program.run_spliced(group, how); });
      ASSERT_EQ(found, program.run_in_order())
          << "seed " << first + i << ", program " << j << ", groups of " << group << ", "
          << drawn.scheduler << ", " << drawn.workers << " workers, policy "
          << to_string(drawn.policy);
      all.add(program.counts);
    }
  }
  if (rounds(100) >= 100) {
    EXPECT_GT(all.taken, 0U);
  }
}

}  // namespace
}  // namespace nuthatch::testing
