// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>

namespace nuthatch::workloads {

/// The algorithms of the standard library, for algorithm_input.
struct serial_algorithms {
  template <class Element>
  void sort(std::span<Element> all) const {
    std::sort(all.begin(), all.end());
  }

  template <class Element>
  void stable_sort(std::span<Element> all) const {
    std::stable_sort(all.begin(), all.end());
  }

  template <class Element>
  [[nodiscard]] std::size_t max_element(std::span<const Element> all) const {
    return static_cast<std::size_t>(std::max_element(all.begin(), all.end()) - all.begin());
  }

  template <class Element>
  [[nodiscard]] std::size_t find(std::span<const Element> all, const Element& wanted) const {
    return static_cast<std::size_t>(std::find(all.begin(), all.end(), wanted) - all.begin());
  }

  template <class Element, class Predicate>
  [[nodiscard]] std::size_t copy_if(std::span<const Element> from,
                                    std::span<Element> to,
                                    Predicate predicate) const {
    return static_cast<std::size_t>(std::copy_if(from.begin(), from.end(), to.begin(), predicate) -
                                    to.begin());
  }

  template <class Element, class Function>
  void transform(std::span<const Element> from, std::span<Element> to, Function function) const {
    std::transform(from.begin(), from.end(), to.begin(), function);
  }

  template <class Element>
  [[nodiscard]] Element reduce(std::span<const Element> all) const {
    return std::reduce(all.begin(), all.end());
  }

  template <class Element>
  void inclusive_scan(std::span<const Element> from, std::span<Element> to) const {
    std::inclusive_scan(from.begin(), from.end(), to.begin());
  }
};

}  // namespace nuthatch::workloads
