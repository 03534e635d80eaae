// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/random.hpp"

namespace nuthatch::testing {

/// How the joins of a random program lie in each other.
enum class nesting : std::uint8_t {
  strict,     ///< each inside of the one around it, or beside it
  crosswise,  ///< some begin in one and are filled or end in another; see crosswise_nest.hpp
};

/// A tree that follows from a number: which construct joins a node's children, how many there are.
struct node {
  std::uint64_t identity;
  unsigned depth;
  nesting joins = nesting::crosswise;

  static constexpr unsigned strict_constructs = 6;

  [[nodiscard]] bool is_leaf() const { return depth == 0 || identity % 7 == 0; }

  /// From strict_constructs on: a crosswise nest.
  [[nodiscard]] unsigned construct() const {
    const unsigned constructs = strict_constructs + (joins == nesting::crosswise ? 2 : 0);
    return static_cast<unsigned>(identity >> 16U) % constructs;
  }

  [[nodiscard]] bool is_crosswise_nest() const { return construct() >= strict_constructs; }

  /// A nest has more of them, each of which has fewer levels below it.
  [[nodiscard]] unsigned children() const {
    const auto number = static_cast<unsigned>(identity >> 8U);
    return is_crosswise_nest() ? 2 + number % 8 : 1 + number % 4;
  }

  [[nodiscard]] std::uint64_t value() const { return identity >> 40U; }

  [[nodiscard]] node child(unsigned i) const {
    const unsigned levels = is_crosswise_nest() && depth > 1 ? 2 : 1;
    return {base::random_source(identity, i).next(), depth - levels, joins};
  }
};

/// The sum of all values in the tree, and how the program under test computes it.
std::uint64_t serial_value(node n);
std::uint64_t parallel_value(node n);

}  // namespace nuthatch::testing
