// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/algorithm_elements.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <type_traits>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

namespace {

constexpr unsigned bits_of_small_values = 20;

template <class Element>
Element element_of(std::uint64_t bits, element_values of) {
  constexpr unsigned unused_bits = 65U - std::numeric_limits<Element>::digits;
  return static_cast<Element>(
      bits >> (of == element_values::small ? 64U - bits_of_small_values : unused_bits));
}

/// Any finite number, or a small whole one.
template <>
double element_of<double>(std::uint64_t bits, element_values of) {
  if (of == element_values::small) {
    return static_cast<double>(bits >> (64U - bits_of_small_values));
  }
  constexpr std::uint64_t lowest_of_exponent = std::uint64_t{1} << 62U;
  return std::bit_cast<double>(bits & ~lowest_of_exponent);  // so no infinity, and no NaN
}

template <>
keyed_element element_of<keyed_element>(std::uint64_t bits, element_values /*of*/) {
  return {bits >> 1U, 0};
}

/// From 1 to 20 digits: some of the texts lie on the heap.
template <>
std::string element_of<std::string>(std::uint64_t bits, element_values /*of*/) {
  return message(bits >> (bits % 64U));
}

}  // namespace

template <class Element>
std::vector<Element> elements(std::size_t n, element_order order, element_values of) {
  constexpr std::uint64_t values_if_few = 16;
  std::vector<Element> all;
  all.reserve(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::uint64_t bits = mix(i + 1);
    all.push_back(
        element_of<Element>(order == element_order::few ? mix(bits % values_if_few) : bits, of));
  }
  if (order == element_order::sorted) {
    std::sort(all.begin(), all.end());
  }
  if constexpr (std::is_same_v<Element, keyed_element>) {
    for (std::size_t i = 0; i < n; ++i) {
      all[i].number = i;
    }
  }
  return all;
}

template std::vector<std::uint32_t> elements(std::size_t, element_order, element_values);
template std::vector<std::uint64_t> elements(std::size_t, element_order, element_values);
template std::vector<double> elements(std::size_t, element_order, element_values);
template std::vector<keyed_element> elements(std::size_t, element_order, element_values);
template std::vector<std::string> elements(std::size_t, element_order, element_values);

template <>
std::uint32_t absent_element() {
  return std::numeric_limits<std::uint32_t>::max();
}

template <>
std::uint64_t absent_element() {
  return std::numeric_limits<std::uint64_t>::max();
}

template <>
double absent_element() {
  return std::numeric_limits<double>::infinity();
}

template <>
keyed_element absent_element() {
  return {absent_element<std::uint64_t>(), 0};
}

template <>
std::string absent_element() {
  return "absent";
}

std::uint64_t number_of(std::uint32_t element) {
  return element;
}

std::uint64_t number_of(std::uint64_t element) {
  return element;
}

std::uint64_t number_of(double element) {
  return std::bit_cast<std::uint64_t>(element);
}

std::uint64_t number_of(const keyed_element& element) {
  return element.key;
}

std::uint64_t number_of(const std::string& element) {
  std::uint64_t number = element.size();
  for (const char each : element) {
    number = mix(number + static_cast<unsigned char>(each));
  }
  return number;
}

}  // namespace nuthatch::workloads
