// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "workloads/kernels/algorithm_elements.hpp"
#include "workloads/kernels/message.hpp"
#include "workloads/kernels/mix.hpp"

namespace nuthatch::workloads {

enum class algorithm_call : std::uint8_t {
  sort,
  stable_sort,
  max_element,
  find,
  copy_if,
  transform,
  reduce,
  inclusive_scan
};

struct named_algorithm {
  std::string_view name;
  algorithm_call call;

  /// Whether it calculates with elements, which have to be numbers.
  [[nodiscard]] constexpr bool needs_numbers() const { return call >= algorithm_call::transform; }
};

inline constexpr std::array algorithm_calls{
    named_algorithm{"sort", algorithm_call::sort},
    named_algorithm{"stable-sort", algorithm_call::stable_sort},
    named_algorithm{"max-element", algorithm_call::max_element},
    named_algorithm{"find", algorithm_call::find},
    named_algorithm{"copy-if", algorithm_call::copy_if},
    named_algorithm{"transform", algorithm_call::transform},
    named_algorithm{"reduce", algorithm_call::reduce},
    named_algorithm{"inclusive-scan", algorithm_call::inclusive_scan}};

/// What transform applies to each element.
struct twice_and_one {
  template <class Number>
  Number operator()(Number one) const {
    return static_cast<Number>(one + one + 1);
  }
};

/// What copy-if asks each element.
struct chosen {
  template <class Element>
  bool operator()(const Element& one) const {
    return is_chosen(one);
  }
};

/// Elements, and the results of one algorithm over them.
template <class Element>
class algorithm_data {
 public:
  static constexpr bool has_numbers = std::is_arithmetic_v<Element>;

  algorithm_data(const named_algorithm& what, std::size_t n, element_order order)
      : call_(what.call),
        input_(elements<Element>(
            n, order, what.needs_numbers() ? element_values::small : element_values::any)) {
    if (call_ == algorithm_call::find) {
      input_[n - n / 4 - 1] = absent_element<Element>();
    }
    now_ = input_;
    if (call_ == algorithm_call::copy_if || call_ == algorithm_call::transform ||
        call_ == algorithm_call::inclusive_scan) {
      output_.resize(n);
    }
  }

  void start() {
    if (call_ == algorithm_call::sort || call_ == algorithm_call::stable_sort) {
      now_ = input_;
    }
    std::ranges::fill(output_, Element());
    place_ = now_.size();
    total_ = {};
  }

  /// Runs the algorithm. `calls` has a function of its name, which takes ranges of elements.
  template <class Calls>
  void run(const Calls& calls) {
    const std::span<Element> all = now_;
    const std::span<const Element> input = now_;
    const std::span<Element> output = output_;
    switch (call_) {
      case algorithm_call::sort:
        return calls.sort(all);
      case algorithm_call::stable_sort:
        return calls.stable_sort(all);
      case algorithm_call::max_element:
        place_ = calls.max_element(input);
        return;
      case algorithm_call::find:
        place_ = calls.find(input, absent_element<Element>());
        return;
      case algorithm_call::copy_if:
        place_ = calls.copy_if(input, output, chosen());
        return;
      default:
        break;
    }
    if constexpr (has_numbers) {
      switch (call_) {
        case algorithm_call::transform:
          return calls.transform(input, output, twice_and_one());
        case algorithm_call::reduce:
          total_ = calls.reduce(input);
          return;
        default:
          return calls.inclusive_scan(input, output);
      }
    }
  }

  [[nodiscard]] std::string answer() const {
    switch (call_) {
      case algorithm_call::sort:
      case algorithm_call::stable_sort:
        return message("middle ", number_of(now_[now_.size() / 2]));
      case algorithm_call::transform:
      case algorithm_call::inclusive_scan:
        return message("last ", number_of(output_.back()));
      case algorithm_call::reduce:
        return message("sum ", number_of(total_));
      default:
        return message("place ", place_);
    }
  }

  [[nodiscard]] std::string verify() const {
    switch (call_) {
      case algorithm_call::sort:
        return sorted_problem(/*stably=*/false);
      case algorithm_call::stable_sort:
        return sorted_problem(/*stably=*/true);
      case algorithm_call::max_element:
        return place_problem(place_of_greatest());
      case algorithm_call::find:
        return place_problem(now_.size() - now_.size() / 4 - 1);
      case algorithm_call::copy_if:
        return copied_problem();
      default:
        break;
    }
    if constexpr (has_numbers) {
      return calculated_problem();
    } else {
      return "no such algorithm for these elements";
    }
  }

 private:
  [[nodiscard]] static std::uint64_t fingerprint(const std::vector<Element>& all) {
    std::uint64_t sum = 0;
    for (const Element& one : all) {
      if constexpr (std::is_same_v<Element, keyed_element>) {
        sum += mix(mix(one.key) + one.number);
      } else {
        sum += mix(number_of(one));
      }
    }
    return sum;
  }

  [[nodiscard]] std::string sorted_problem(bool stably) const {
    for (std::size_t i = 1; i < now_.size(); ++i) {
      if (now_[i] < now_[i - 1]) {
        return message("not sorted at ", i);
      }
      if constexpr (std::is_same_v<Element, keyed_element>) {
        if (stably && now_[i] == now_[i - 1] && now_[i].number < now_[i - 1].number) {
          return message("the order of equal elements is lost at ", i);
        }
      }
    }
    return fingerprint(now_) == fingerprint(input_) ? "" : "sorted, but with other elements";
  }

  [[nodiscard]] std::size_t place_of_greatest() const {
    std::size_t greatest = 0;
    for (std::size_t i = 1; i < now_.size(); ++i) {
      greatest = now_[greatest] < now_[i] ? i : greatest;
    }
    return greatest;
  }

  [[nodiscard]] std::string place_problem(std::size_t expected) const {
    return place_ == expected ? "" : message("found at ", place_, " instead of ", expected);
  }

  [[nodiscard]] std::string copied_problem() const {
    std::size_t copies = 0;
    for (const Element& one : now_) {
      if (is_chosen(one)) {
        if (number_of(output_[copies]) != number_of(one)) {
          return message("copy ", copies, " is another element");
        }
        ++copies;
      }
    }
    return place_ == copies ? "" : message(place_, " copies instead of ", copies);
  }

  [[nodiscard]] std::string calculated_problem() const {
    Element sum{};
    for (std::size_t i = 0; i < now_.size(); ++i) {
      sum = static_cast<Element>(sum + now_[i]);
      const Element expected = call_ == algorithm_call::transform ? twice_and_one()(now_[i]) : sum;
      if (call_ != algorithm_call::reduce && number_of(output_[i]) != number_of(expected)) {
        return message("result ", i, " is ", output_[i], " instead of ", expected);
      }
    }
    if (call_ == algorithm_call::reduce && number_of(total_) != number_of(sum)) {
      return message("the sum is ", total_, " instead of ", sum);
    }
    return "";
  }

  algorithm_call call_;
  std::vector<Element> input_;
  std::vector<Element> now_;
  std::vector<Element> output_;
  std::size_t place_ = 0;
  Element total_{};
};

/// The same for elements of a type that is chosen at run time.
class algorithm_input {
 public:
  using any_data = std::variant<algorithm_data<std::uint32_t>,
                                algorithm_data<std::uint64_t>,
                                algorithm_data<double>,
                                algorithm_data<keyed_element>,
                                algorithm_data<std::string>>;

  struct element_type {
    std::string_view name;
    bool has_numbers;
    any_data (*make)(const named_algorithm& what, std::size_t n, element_order order);
  };

  static std::span<const element_type> types();

  /// Requires numbers if the algorithm calculates with them.
  algorithm_input(const named_algorithm& what,
                  const element_type& type,
                  std::size_t n,
                  element_order order)
      : data_(type.make(what, n, order)) {}

  void start() {
    std::visit([](auto& data) { data.start(); }, data_);
  }

  template <class Calls>
  void run(const Calls& calls) {
    std::visit([&calls](auto& data) { data.run(calls); }, data_);
  }

  [[nodiscard]] std::string answer() const {
    return std::visit([](const auto& data) { return data.answer(); }, data_);
  }

  [[nodiscard]] std::string verify() const {
    return std::visit([](const auto& data) { return data.verify(); }, data_);
  }

 private:
  template <class Element>
  static constexpr element_type type_of(std::string_view name) {
    return {name,
            algorithm_data<Element>::has_numbers,
            [](const named_algorithm& what, std::size_t n, element_order order) -> any_data {
              return algorithm_data<Element>(what, n, order);
            }};
  }

  any_data data_;
};

inline std::span<const algorithm_input::element_type> algorithm_input::types() {
  static constexpr std::array all{type_of<std::uint32_t>("u32"),
                                  type_of<std::uint64_t>("u64"),
                                  type_of<double>("double"),
                                  type_of<keyed_element>("pair"),
                                  type_of<std::string>("string")};
  return all;
}

}  // namespace nuthatch::workloads
