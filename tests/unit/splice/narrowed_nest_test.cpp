// SPDX-License-Identifier: Apache-2.0
#include "splice/narrowed_nest.hpp"

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <nuthatch/checked_splice.hpp>

#include "effort.hpp"
#include "seed.hpp"

namespace nuthatch::testing {
namespace {

/// The checks find the wrong programs, and no others.
TEST(narrowed_nests, are_found_where_they_declare_too_little) {
  const std::uint64_t first = seed();
  const std::size_t programs = rounds(2'000);
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < programs; ++i) {
    std::mt19937_64 chance(first + i);
    narrowed_nest program(chance,
                          {.rows = static_cast<std::ptrdiff_t>(1 + chance() % 12),
                           .columns = static_cast<std::ptrdiff_t>(1 + chance() % 12),
                           .calls = 1 + chance() % 6,
                           .depth = static_cast<unsigned>(chance() % 5),
                           .alike = chance() % 4 != 0});
    const bool too_little = program.narrow();
    const splice_options options{.delayed_bytes = chance() % 3 == 0 ? chance() % 2'000 : 1U << 20U,
                                 .check_locality = chance() % 4 != 0,
                                 .delay_all = chance() % 4 == 0};
    std::string found;
    try {
      program.run_spliced(1 + chance() % 8, options);
    } catch (const effects::effect_error& error) {
      found = error.what();
    }
    ASSERT_EQ(!found.empty(), too_little) << "seed " << first + i << ": " << found;
    wrong += too_little ? 1U : 0U;
  }
  if (programs >= 100) {  // fewer programs may all be of one kind by chance
    EXPECT_GT(wrong, programs / 10);
    EXPECT_LT(wrong, programs * 9 / 10);
  }
}

}  // namespace
}  // namespace nuthatch::testing
