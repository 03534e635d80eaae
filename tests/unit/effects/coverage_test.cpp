// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include <nuthatch/detail/check/coverage.hpp>
#include <nuthatch/effects.hpp>

#include "bin.hpp"
#include "effects/drawn_regions.hpp"
#include "seed.hpp"

namespace nuthatch::testing {
namespace {

using bytes = small_memory::bytes;
using effects::access;

constexpr int pairs = 10'000;

/// The start of the memory in which regions are drawn.
std::uintptr_t begin_of(const small_memory& memory) {
  return memory.all().within().first;
}

template <class R>
void expect_stretches(const small_memory& memory, const small_memory::drawn<R>& a) {
  bytes seen;
  const std::uintptr_t begin = begin_of(memory);
  EXPECT_TRUE(a.where.each_stretch([&](const effects::extent& stretch) {
    EXPECT_FALSE(stretch.empty());
    for (std::uintptr_t at = stretch.first; at < stretch.last; ++at) {
      seen.set(at - begin);
    }
    return true;
  }));
  EXPECT_EQ(seen, a.set);
  for (std::size_t i = 0; i < small_memory::size; ++i) {
    const std::size_t end = a.where.stretch_end(begin + i) - begin;
    EXPECT_EQ(end > i, a.set.test(i)) << i;
    for (std::size_t b = i; b < end; ++b) {
      EXPECT_TRUE(a.set.test(b)) << i << ' ' << b;
    }
  }
}

TEST(stretches, are_all_the_bytes_of_a_region) {
  with_pairs(pairs, [](small_memory& memory) {
    expect_stretches(memory, memory.a_range());
    expect_stretches(memory, memory.a_strided());
    expect_stretches(memory, memory.a_box());
  });
}

TEST(stretches, of_boxes_of_three_dimensions) {
  std::mt19937_64 chance(seed());
  for (int i = 0; i < pairs / 10 && !::testing::Test::HasFailure(); ++i) {
    small_memory memory(chance);
    const auto* const begin = reinterpret_cast<const std::byte*>(begin_of(memory));
    const effects::array_view<const std::byte, 3> view(begin, {3, 4, 5}, 7);
    std::array<effects::interval, 3> sides;
    for (std::size_t d = 0; d < 3; ++d) {
      const auto size = static_cast<std::size_t>(view.size(d));
      const auto first = static_cast<std::ptrdiff_t>(memory.below(size));
      sides[d] = {first, first + static_cast<std::ptrdiff_t>(memory.below(size + 1))};
    }
    small_memory::drawn<effects::box<3>> it{view.part(sides), {}};
    for (auto x = sides[0].first; x < std::min<std::ptrdiff_t>(sides[0].last, 3); ++x) {
      for (auto y = sides[1].first; y < std::min<std::ptrdiff_t>(sides[1].last, 4); ++y) {
        for (auto z = sides[2].first; z < std::min<std::ptrdiff_t>(sides[2].last, 5); ++z) {
          it.set.set(static_cast<std::size_t>((x * 4 + y) * 7 + z));
        }
      }
    }
    expect_stretches(memory, it);
  }
}

/// An effect, and the accesses that it permits to each byte.
template <class R>
struct drawn_effect {
  effects::effect<R> what;
  bytes read;
  bytes written;
  bytes accumulated;

  void add(access how, const small_memory::drawn<R>& region) {
    what.add(how, region.where);
    read |= how != access::accumulates ? region.set : bytes();
    written |= how == access::writes ? region.set : bytes();
    accumulated |= how != access::reads ? region.set : bytes();
  }

  [[nodiscard]] bool allows(access how, const bytes& set) const {
    const bytes& allowed = how == access::reads    ? read
                           : how == access::writes ? written
                                                   : accumulated;
    return (set & ~allowed).none();
  }
};

template <class R, class Draw>
void expect_exact(Draw draw) {
  int held = 0;
  with_pairs(pairs, [&](small_memory& memory) {
    // Four regions with different accesses, so that none of them are united.
    drawn_effect<R> larger;
    for (std::size_t more = 1 + memory.below(4); more > 0; --more) {
      larger.add(memory.an_access(), draw(memory));
    }
    const auto smaller = draw(memory);
    const access how = memory.an_access();
    const auto outside = detail::outside_of(larger.what, effects::effect<R>(how, smaller.where));
    ASSERT_EQ(!outside, larger.allows(how, smaller.set))
        << effects::describe(larger.what) << " and " << outside.value_or("nothing");
    held += outside || smaller.set.none() ? 0 : 1;
  });
  EXPECT_GT(held, pairs / 100);
}

TEST(coverage, of_ranges_by_several_is_exact) {
  expect_exact<effects::range>([](small_memory& memory) { return memory.a_range(); });
}

TEST(coverage, of_strided_regions_by_several_is_exact) {
  expect_exact<effects::strided>([](small_memory& memory) { return memory.a_strided(); });
}

TEST(coverage, of_boxes_of_any_arrays_by_several_is_exact) {
  expect_exact<effects::box<2>>([](small_memory& memory) { return memory.a_box(); });
}

TEST(coverage, of_different_kinds_is_exact) {
  using any = effects::mixed<effects::range, effects::strided, effects::box<2>>;
  expect_exact<any>([](small_memory& memory) -> small_memory::drawn<any> {
    switch (memory.below(3)) {
      case 0: {
        const auto one = memory.a_range();
        return {one.where, one.set};
      }
      case 1: {
        const auto one = memory.a_strided();
        return {one.where, one.set};
      }
      default: {
        const auto one = memory.a_box();
        return {one.where, one.set};
      }
    }
  });
}

TEST(coverage, of_keys_by_several_is_exact) {
  const int tree = 0;
  const int other = 0;
  const auto keys = [&tree](std::uint64_t first, std::uint64_t last) {
    return effects::key_range(&tree, first, last);
  };
  const auto larger =
      effects::reads(keys(5, 9)) + effects::writes(keys(2, 5)) + effects::accumulates(keys(9, 12));
  EXPECT_FALSE(detail::outside_of(larger, effects::reads(keys(3, 9))));
  EXPECT_FALSE(detail::outside_of(larger, effects::reads(keys(3, 3))));
  EXPECT_TRUE(detail::outside_of(larger, effects::reads(keys(3, 10))));
  EXPECT_TRUE(detail::outside_of(larger, effects::reads(keys(1, 9))));
  EXPECT_TRUE(detail::outside_of(larger, effects::writes(keys(3, 9))));
  EXPECT_TRUE(detail::outside_of(larger, effects::reads(effects::key_range(&other, 3, 9))));
}

/// A region that consists of several bins. Such regions have no unions.
struct bins {
  std::bitset<8> numbers;

  [[nodiscard]] bool overlaps(const bins& other) const { return (numbers & other.numbers).any(); }

  [[nodiscard]] bool covers(const bins& other) const { return (other.numbers & ~numbers).none(); }
};

TEST(coverage, of_own_regions_errs_on_the_safe_side) {
  const auto two = effects::writes(bin{1}) + effects::reads(bin{2});
  EXPECT_FALSE(detail::outside_of(two, effects::reads(bin{1})));
  EXPECT_TRUE(detail::outside_of(two, effects::reads(bin{3})));
  EXPECT_TRUE(detail::outside_of(two, effects::writes(bin{2})));

  const auto some = effects::writes(bins{0b0011}) + effects::reads(bins{0b1100});
  EXPECT_FALSE(detail::outside_of(some, effects::writes(bins{0b0010})));
  EXPECT_FALSE(detail::outside_of(some, effects::reads(bins{0b0110})));  // two regions together do
  EXPECT_FALSE(detail::outside_of(some, effects::reads(bins{})));
  EXPECT_TRUE(detail::outside_of(some, effects::writes(bins{0b0110})));
  EXPECT_TRUE(detail::outside_of(some, effects::reads(bins{0b10000})));
}

TEST(coverage, of_what_is_not_known) {
  using effect = effects::effect<effects::range>;
  const effect some(access::writes, effects::range(effects::extent{10, 20}));
  EXPECT_FALSE(detail::outside_of(effect::on_everything(), some));
  EXPECT_FALSE(detail::outside_of(effect::on_everything(), effect::on_everything()));
  EXPECT_EQ(detail::outside_of(some, effect::on_everything()), "touches everything");
  EXPECT_FALSE(detail::outside_of(effect(), effect()));
  // Keys have no addresses, so memory outside of ranges may be among them.
  using either = effects::mixed<effects::range, effects::key_range>;
  const auto by_keys = effects::reads(either(effects::key_range(&some, 1, 2)));
  const auto by_bytes = effects::reads(either(effects::range(effects::extent{10, 20})));
  EXPECT_FALSE(detail::outside_of(by_keys, by_bytes));
  EXPECT_FALSE(detail::outside_of(by_bytes, by_keys));
}

TEST(coverage, of_accesses_is_by_all_that_is_declared) {
  using effect = effects::effect<effects::range>;
  const effects::extent low{10, 20};
  const effects::extent high{20, 30};
  effect both(access::writes, effects::range(low));
  both.add(access::reads, effects::range(high));
  EXPECT_TRUE(detail::admits(both, access::reads, {15, 25}));
  EXPECT_FALSE(detail::admits(both, access::writes, {15, 25}));
  EXPECT_TRUE(detail::admits(both, access::accumulates, {15, 20}));
  EXPECT_FALSE(detail::admits(both, access::accumulates, {20, 21}));
  EXPECT_TRUE(detail::admits(both, std::nullopt, {10, 30}));
  EXPECT_FALSE(detail::admits(both, std::nullopt, {10, 31}));
  EXPECT_TRUE(detail::admits(effect::on_everything(), access::writes, {0, 100}));
}

}  // namespace
}  // namespace nuthatch::testing
