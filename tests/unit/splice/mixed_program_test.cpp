// SPDX-License-Identifier: Apache-2.0
#include "splice/mixed_program.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>
#include <nuthatch/splice.hpp>
#include <nuthatch/virtual_runtime.hpp>

#include "effort.hpp"
#include "seed.hpp"
#include "splice/drawn_options.hpp"
#include "splice/mixed_drawing.hpp"
#include "splice/mixed_effects.hpp"
#include "splice/spliced_mixed_program.hpp"
#include "splice/word_effect.hpp"

namespace nuthatch::testing {
namespace {

constexpr std::size_t effect_types = 4;

/// The number of an effect type. Each type draws different programs.
template <class E>
constexpr std::size_t number_of =
    (effects::effect_with_union<E> ? 1 : 0) + (effects::effect_with_covering<E> ? 1 : 0) +
    (requires { E::on_everything(); } ? 1 : 0);

template <class E>
class mixed_programs : public ::testing::Test {
 protected:
  /// Runs a program spliced, and compares the result with that of the interpreter.
  void compare(const mixed_program& program, const splice_options& how, const auto& run_in) {
    spliced_mixed_program<E> spliced(program);
    const outcome expected = run_plainly(program);
    outcome found;
    run_in([&] { found = spliced.run_spliced(how); });
    ASSERT_EQ(difference(found, expected), "") << "groups of " << program.group;
    delayed_ += spliced.counts.delayed_steps;
    unspliced_ += spliced.counts.unspliced;
    taken_ += spliced.counts.taken_rows;
    thrown_ += expected.thrown.size();
  }

  static std::mt19937_64 chance_of(std::uint64_t seed) {
    return std::mt19937_64(seed * effect_types + number_of<E>);
  }

  static std::string to_repeat(std::uint64_t seed) {
    return "NUTHATCH_TEST_EFFORT=1 NUTHATCH_TEST_SEED=" + std::to_string(seed);
  }

  static std::string to_text(const options& drawn) {
    return drawn.scheduler + ", " + std::to_string(drawn.workers) + " workers, policy " +
           std::string(to_string(drawn.policy));
  }

  // The totals of all programs.
  std::uint64_t delayed_ = 0;
  std::uint64_t unspliced_ = 0;
  std::uint64_t taken_ = 0;
  std::uint64_t thrown_ = 0;
};

struct type_names {
  template <class E>
  static std::string GetName(int /*index*/) {  // NOLINT(readability-identifier-naming)
    constexpr std::array<const char*, effect_types> names{
        "with_comparison", "with_unions", "with_covering", "of_the_library"};
    return names.at(number_of<E>);
  }
};

using effect_type_list = ::testing::Types<effects::effect<mixed_region, 6>,
                                          word_effect<offered::comparison>,
                                          word_effect<offered::unions>,
                                          word_effect<offered::covering>>;
TYPED_TEST_SUITE(mixed_programs, effect_type_list, type_names);

/// Memory and exceptions are the same as if every call had run to its end before the next one.
TYPED_TEST(mixed_programs, come_to_the_same_spliced) {
  const std::uint64_t first = seed();
  const std::size_t count = rounds(10'000 / effect_types);
  for (std::size_t i = 0; i < count; ++i) {
    SCOPED_TRACE(this->to_repeat(first + i));
    std::mt19937_64 chance = this->chance_of(first + i);
    const mixed_program program = mixed_drawing(chance, /*with_tasks=*/false).draw();
    this->compare(program, drawn_splice_options(chance), [](const auto& body) { body(); });
    if (!program.may_throw) {
      ASSERT_EQ(difference(spliced_mixed_program<TypeParam>(program).run_in_order(),
                           run_plainly(program)),
                "");
    }
    if (this->HasFatalFailure()) {
      return;
    }
  }
  if (count >= 500) {
    EXPECT_GT(this->delayed_, 0U);
    EXPECT_GT(this->unspliced_, 0U);
    EXPECT_GT(this->thrown_, 0U);
  }
}

/// The same on virtual workers, whatever other workers run, and when.
TYPED_TEST(mixed_programs, come_to_the_same_on_virtual_workers) {
  const std::uint64_t first = seed();
  const std::size_t count = rounds(2'000 / effect_types);
  for (std::size_t i = 0; i < count; ++i) {
    std::mt19937_64 chance = this->chance_of(first + i);
    const options drawn = drawn_options(chance);
    SCOPED_TRACE(this->to_repeat(first + i) + "; " + this->to_text(drawn));
    const mixed_program program = mixed_drawing(chance, /*with_tasks=*/true).draw();
    const virtual_runtime workers(drawn);
    this->compare(
        program, drawn_splice_options(chance), [&](const auto& body) { workers->run(body); });
    if (this->HasFatalFailure()) {
      return;
    }
  }
  if (count >= 500) {
    EXPECT_GT(this->taken_, 0U);
  }
}

/// The same on real workers, with several programs for each runtime.
TYPED_TEST(mixed_programs, come_to_the_same_on_workers) {
  const std::uint64_t first = seed();
  const std::size_t count = rounds(100 / effect_types);
  for (std::size_t i = 0; i < count; ++i) {
    std::mt19937_64 chance = this->chance_of(first + i);
    const options drawn = drawn_options(chance);
    runtime workers(drawn);
    for (std::size_t j = 0; j < 20; ++j) {
      SCOPED_TRACE(this->to_repeat(first + i) + ", program " + std::to_string(j) + "; " +
                   this->to_text(drawn));
      const mixed_program program = mixed_drawing(chance, /*with_tasks=*/true).draw();
      this->compare(
          program, drawn_splice_options(chance), [&](const auto& body) { workers.run(body); });
      if (this->HasFatalFailure()) {
        return;
      }
    }
  }
  if (count >= 100) {
    EXPECT_GT(this->taken_, 0U);
  }
}

}  // namespace
}  // namespace nuthatch::testing
