// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openmp/target/firstprivate.hpp"
#include "openmp/target/rect_copy.hpp"

namespace nuthatch::openmp {
namespace {

using sizes = std::vector<std::size_t>;

constexpr std::uint16_t firstprivate = 12;

constexpr std::uint16_t aligned(unsigned logarithm, std::uint16_t kind) {
  return static_cast<std::uint16_t>(logarithm << 8U | kind);
}

TEST(firstprivate, has_room_for_nothing) {
  EXPECT_EQ(layout_copies({}).bytes, 0U);
  std::array<void*, 1> addresses{&addresses};
  const sizes bytes{8};
  const std::array<std::uint16_t, 1> kinds{aligned(3, 3)};
  const target_map mapped{1, addresses.data(), bytes.data(), kinds.data()};
  EXPECT_EQ(layout_copies(mapped).bytes, 0U);
  copy_firstprivate(mapped, nullptr);
  EXPECT_EQ(addresses[0], &addresses);
}

TEST(firstprivate, copies_what_is_private_and_nothing_else) {
  char letter = 'a';
  double real = 2.5;
  int mapped = 3;
  alignas(64) std::array<char, 70> wide{};
  wide.back() = 'z';
  auto* const number = reinterpret_cast<void*>(std::uintptr_t{17});
  std::array<void*, 6> addresses{&letter, &mapped, &real, number, nullptr, &wide};
  const sizes bytes{sizeof(letter), sizeof(mapped), sizeof(real), 0, 8, sizeof(wide)};
  const std::array<std::uint16_t, 6> kinds{aligned(0, firstprivate),
                                           aligned(2, 3),
                                           aligned(3, firstprivate),
                                           aligned(2, 13),
                                           aligned(3, firstprivate),
                                           aligned(6, firstprivate)};
  const target_map all{addresses.size(), addresses.data(), bytes.data(), kinds.data()};
  const copy_layout layout = layout_copies(all);
  EXPECT_EQ(layout.alignment, 64U);
  EXPECT_EQ(layout.bytes, 64U + sizeof(wide));
  alignas(64) std::array<std::byte, 64 + sizeof(wide)> copies;
  copy_firstprivate(all, copies.data());
  letter = 'b';
  real = 0;
  wide.back() = 'y';
  EXPECT_EQ(*static_cast<char*>(addresses[0]), 'a');
  EXPECT_EQ(addresses[1], &mapped);
  EXPECT_EQ(*static_cast<double*>(addresses[2]), 2.5);
  EXPECT_EQ(addresses[3], number);
  EXPECT_EQ(addresses[4], nullptr);
  EXPECT_EQ(static_cast<char*>(addresses[5])[69], 'z');
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(addresses[2]) % 8, 0U);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(addresses[5]) % 64, 0U);
}

std::size_t product(const sizes& of) {
  return std::accumulate(of.begin(), of.end(), std::size_t{1}, std::multiplies<>());
}

/// The address of the element with these indices.
std::size_t place_of(const sizes& index, const sizes& offsets, const sizes& dimensions) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < index.size(); ++i) {
    found = found * dimensions[i] + offsets[i] + index[i];
  }
  return found;
}

/// The next index in the volume; false after the last.
bool advance(sizes& index, const sizes& volume) {
  for (std::size_t i = index.size(); i-- > 0;) {
    if (++index[i] < volume[i]) {
      return true;
    }
    index[i] = 0;
  }
  return false;
}

TEST(copy_part, copies_as_one_element_after_the_other_would) {
  constexpr std::uint32_t seed = 20260;
  SCOPED_TRACE(::testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  const auto below = [&random](std::size_t end) {
    return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
  };
  for (int round = 0; round < 300; ++round) {
    sizes volume;
    std::array<sizes, 2> offsets;
    std::array<sizes, 2> dimensions;
    for (std::size_t i = 1 + below(4); i > 0; --i) {
      volume.push_back(1 + below(4));
      for (std::size_t side = 0; side < 2; ++side) {
        offsets[side].push_back(below(3));
        dimensions[side].push_back(offsets[side].back() + volume.back() + below(3));
      }
    }
    std::vector<std::uint32_t> from(product(dimensions[0]));
    std::iota(from.begin(), from.end(), 1U);
    std::vector<std::uint32_t> to(product(dimensions[1]), 0);
    std::vector<std::uint32_t> expected = to;
    sizes index(volume.size(), 0);
    do {
      expected[place_of(index, offsets[1], dimensions[1])] =
          from[place_of(index, offsets[0], dimensions[0])];
    } while (advance(index, volume));
    EXPECT_TRUE(copy_part(
        {reinterpret_cast<std::byte*>(to.data()), offsets[1].data(), dimensions[1].data()},
        {reinterpret_cast<const std::byte*>(from.data()), offsets[0].data(), dimensions[0].data()},
        volume,
        sizeof(std::uint32_t)));
    EXPECT_EQ(to, expected);
  }
}

TEST(copy_part, refuses_numbers_that_are_too_large) {
  constexpr std::size_t much = std::numeric_limits<std::size_t>::max() / 2;
  std::byte one{1};
  std::byte other{2};
  const sizes none{0, 0};
  const sizes usual{2, 2};
  const auto copies = [&](const sizes& offsets, const sizes& dimensions, const sizes& volume) {
    return copy_part({&one, offsets.data(), dimensions.data()},
                     {&other, none.data(), usual.data()},
                     volume,
                     sizeof(std::uint32_t));
  };
  EXPECT_FALSE(copies(none, {2, much}, {1, 1}));
  EXPECT_FALSE(copies({much, 0}, usual, {1, 1}));
  EXPECT_FALSE(copies({much / 2}, {1}, {1}));
  EXPECT_FALSE(copies(none, usual, {1, much}));
  EXPECT_FALSE(copies({0}, {1}, {much}));
  EXPECT_TRUE(copies(none, {much, 1}, {0, 1}));
  EXPECT_EQ(one, std::byte{1});
}

}  // namespace
}  // namespace nuthatch::openmp
