// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nuthatch::workloads {

/// An element that is ordered by its key alone. Its number tells equal ones apart.
struct keyed_element {
  std::uint64_t key;
  std::uint64_t number;

  friend bool operator==(const keyed_element& a, const keyed_element& b) { return a.key == b.key; }

  friend std::weak_ordering operator<=>(const keyed_element& a, const keyed_element& b) {
    return a.key <=> b.key;
  }
};

/// The order of the elements that an algorithm finds.
enum class element_order : std::uint8_t { random, few, sorted };

struct named_order {
  std::string_view name;
  element_order order;
};

/// `few` are sixteen values in random order.
inline constexpr std::array element_orders{named_order{"random", element_order::random},
                                           named_order{"few", element_order::few},
                                           named_order{"sorted", element_order::sorted}};

/// The range of the values. Sums of small ones are exact, in any order.
enum class element_values : std::uint8_t { any, small };

/// Reproducible elements, and a value that none of them has.
template <class Element>
[[nodiscard]] std::vector<Element> elements(std::size_t n, element_order order, element_values of);

template <class Element>
[[nodiscard]] Element absent_element();

/// A number that depends on the value of the element alone, for checks.
[[nodiscard]] std::uint64_t number_of(std::uint32_t element);
[[nodiscard]] std::uint64_t number_of(std::uint64_t element);
[[nodiscard]] std::uint64_t number_of(double element);
[[nodiscard]] std::uint64_t number_of(const keyed_element& element);
[[nodiscard]] std::uint64_t number_of(const std::string& element);

/// Whether the element is one of those that copy-if copies: about half of them.
[[nodiscard]] inline bool is_chosen(std::uint32_t element) {
  return (element & 1U) != 0;
}

[[nodiscard]] inline bool is_chosen(std::uint64_t element) {
  return (element & 1U) != 0;
}

[[nodiscard]] inline bool is_chosen(double element) {
  return element < 0.0;
}

[[nodiscard]] inline bool is_chosen(const keyed_element& element) {
  return is_chosen(element.key);
}

[[nodiscard]] inline bool is_chosen(const std::string& element) {
  return element.back() < '5';
}

}  // namespace nuthatch::workloads
