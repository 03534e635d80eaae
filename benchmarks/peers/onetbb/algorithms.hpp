// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_reduce.h>
#include <oneapi/tbb/parallel_scan.h>
#include <oneapi/tbb/parallel_sort.h>

#include "benchmarks/peers/shared/algorithm.hpp"

namespace nuthatch::peers {

/// The algorithms that oneTBB has, or that are one call of its loops.
struct onetbb_algorithms {
  using range = tbb::blocked_range<std::size_t>;

  template <class Element>
  void sort(std::span<Element> all) const {
    tbb::parallel_sort(all.begin(), all.end());
  }

  template <class Element>
  void stable_sort(std::span<Element> /*all*/) const {
    algorithm_problem::missing("stable-sort");
  }

  template <class Element>
  [[nodiscard]] std::size_t max_element(std::span<const Element> all) const {
    return tbb::parallel_reduce(
        range(0, all.size()),
        std::size_t{0},
        [all](const range& part, std::size_t greatest) {
          for (std::size_t i = part.begin(); i != part.end(); ++i) {
            greatest = all[greatest] < all[i] ? i : greatest;
          }
          return greatest;
        },
        [all](std::size_t a, std::size_t b) {
          return all[a] < all[b] || (!(all[b] < all[a]) && b < a) ? b : a;
        });
  }

  template <class Element>
  [[nodiscard]] std::size_t find(std::span<const Element> /*all*/,
                                 const Element& /*wanted*/) const {
    algorithm_problem::missing("find");
  }

  template <class Element, class Predicate>
  [[nodiscard]] std::size_t copy_if(std::span<const Element> /*from*/,
                                    std::span<Element> /*to*/,
                                    Predicate /*predicate*/) const {
    algorithm_problem::missing("copy-if");
  }

  template <class Element, class Function>
  void transform(std::span<const Element> from, std::span<Element> to, Function function) const {
    tbb::parallel_for(range(0, from.size()), [from, to, function](const range& part) {
      for (std::size_t i = part.begin(); i != part.end(); ++i) {
        to[i] = function(from[i]);
      }
    });
  }

  template <class Element>
  [[nodiscard]] Element reduce(std::span<const Element> all) const {
    return tbb::parallel_reduce(
        range(0, all.size()),
        Element(),
        [all](const range& part, Element sum) {
          for (std::size_t i = part.begin(); i != part.end(); ++i) {
            sum = static_cast<Element>(sum + all[i]);
          }
          return sum;
        },
        std::plus<Element>());
  }

  template <class Element>
  void inclusive_scan(std::span<const Element> from, std::span<Element> to) const {
    tbb::parallel_scan(
        range(0, from.size()),
        Element(),
        [from, to](const range& part, Element sum, bool is_final) {
          for (std::size_t i = part.begin(); i != part.end(); ++i) {
            sum = static_cast<Element>(sum + from[i]);
            if (is_final) {
              to[i] = sum;
            }
          }
          return sum;
        },
        std::plus<Element>());
  }
};

}  // namespace nuthatch::peers
