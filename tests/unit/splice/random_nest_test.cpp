// SPDX-License-Identifier: Apache-2.0
#include "splice/random_nest.hpp"

#include <cstddef>
#include <cstdint>
#include <random>

#include <gtest/gtest.h>

#include <nuthatch/splice.hpp>

#include "effort.hpp"
#include "seed.hpp"

namespace nuthatch::testing {
namespace {

/// However calls are interleaved, memory is the same as without interleaving.
TEST(random_nests, come_to_the_same_spliced) {
  const std::uint64_t first = seed();
  splice_counts all;
  for (std::size_t i = 0; i < rounds(20'000); ++i) {
    std::mt19937_64 chance(first + i);
    random_nest<> program(chance,
                          {.rows = static_cast<std::ptrdiff_t>(1 + chance() % 12),
                           .columns = static_cast<std::ptrdiff_t>(1 + chance() % 12),
                           .calls = 1 + chance() % 12,
                           .depth = static_cast<unsigned>(chance() % 5),
                           .alike = chance() % 4 != 0});
    const splice_options options{.delayed_bytes = chance() % 3 == 0 ? chance() % 2'000 : 1U << 20U,
                                 .check_locality = chance() % 4 != 0,
                                 .delay_all = chance() % 4 == 0};
    const std::size_t group = 1 + chance() % 8;
    ASSERT_EQ(program.run_spliced(group, options), program.run_in_order())
        << "seed " << first + i << ", groups of " << group;
    ASSERT_GE(program.counts.steps, program.steps());
    all.delayed_steps += program.counts.delayed_steps;
    all.unspliced += program.counts.unspliced;
  }
  EXPECT_GT(all.delayed_steps, 0U);
  EXPECT_GT(all.unspliced, 0U);
}

}  // namespace
}  // namespace nuthatch::testing
