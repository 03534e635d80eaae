#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <nuthatch/checked_splice.hpp>

#include "effort.hpp"
#include "seed.hpp"
#include "splice/narrowed_nest.hpp"
#include "splice/random_nest.hpp"

namespace nuthatch::testing {
namespace {

random_nest<>::shape a_shape(std::mt19937_64& chance) {
  return {.rows = static_cast<std::ptrdiff_t>(1 + chance() % 12),
          .columns = static_cast<std::ptrdiff_t>(1 + chance() % 12),
          .calls = 1 + chance() % 6,
          .depth = static_cast<unsigned>(chance() % 5),
          .alike = chance() % 4 != 0};
}

splice_options some_options(std::mt19937_64& chance) {
  return {.delayed_bytes = chance() % 3 == 0 ? chance() % 2'000 : 1U << 20U,
          .check_locality = chance() % 4 != 0,
          .delay_all = chance() % 4 == 0};
}

TEST(checked_nests, that_are_right_come_to_the_same) {
  const std::uint64_t first = seed();
  for (std::size_t i = 0; i < rounds(2'000); ++i) {
    std::mt19937_64 chance(first + i);
    const auto shape = a_shape(chance);
    random_nest<effects::checked> program(
        chance, {shape.rows, shape.columns, shape.calls, shape.depth, shape.alike});
    const splice_options options = some_options(chance);
    ASSERT_EQ(program.run_spliced(1 + chance() % 8, options), program.run_in_order())
        << "seed " << first + i;
  }
}

TEST(checked_nests, that_declare_too_little_are_found) {
  const std::uint64_t first = seed();
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < rounds(2'000); ++i) {
    std::mt19937_64 chance(first + i);
    const auto shape = a_shape(chance);
    narrowed_nest program(chance,
                          {shape.rows, shape.columns, shape.calls, shape.depth, shape.alike});
    const bool too_little = program.narrow();
    std::string found;
    try {
      program.run_spliced(1 + chance() % 8, some_options(chance));
    } catch (const effects::effect_error& error) {
      found = error.what();
    }
    ASSERT_EQ(!found.empty(), too_little) << "seed " << first + i << ": " << found;
    wrong += too_little ? 1U : 0U;
  }
  EXPECT_GT(wrong, 0U);
}

}  // namespace
}  // namespace nuthatch::testing
