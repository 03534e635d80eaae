// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>

#include <nuthatch/algorithms.hpp>
#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/algorithm_input.hpp"
#include "workloads/kernels/serial_algorithms.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::uint64_t ns_per_comparison = 3;
constexpr std::uint64_t ns_per_element = 1;

/// A function object that states its work, for virtual workers.
template <class Function, std::uint64_t Ns = ns_per_element>
struct stating_work {
  Function of;

  template <class... Elements>
  decltype(auto) operator()(Elements&&... elements) const {
    nuthatch::charge_work(Ns);
    return of(std::forward<Elements>(elements)...);
  }
};

/// The algorithms of Nuthatch, for algorithm_input.
template <bool StatesWork>
struct parallel_algorithms {
  template <class Function>
  using stated = std::conditional_t<StatesWork, stating_work<Function>, Function>;
  using compared =
      std::conditional_t<StatesWork, stating_work<std::identity, ns_per_comparison>, std::identity>;

  template <class Element>
  void sort(std::span<Element> all) const {
    nuthatch::sort(par, all, {}, compared());
  }

  template <class Element>
  void stable_sort(std::span<Element> all) const {
    nuthatch::stable_sort(par, all, {}, compared());
  }

  template <class Element>
  [[nodiscard]] std::size_t max_element(std::span<const Element> all) const {
    return static_cast<std::size_t>(nuthatch::max_element(par, all, {}, stated<std::identity>()) -
                                    all.begin());
  }

  template <class Element>
  [[nodiscard]] std::size_t find(std::span<const Element> all, const Element& wanted) const {
    return static_cast<std::size_t>(nuthatch::find(par, all, wanted, stated<std::identity>()) -
                                    all.begin());
  }

  template <class Element, class Predicate>
  [[nodiscard]] std::size_t copy_if(std::span<const Element> from,
                                    std::span<Element> to,
                                    Predicate predicate) const {
    return static_cast<std::size_t>(
        nuthatch::copy_if(par, from, to, stated<Predicate>{predicate}).out - to.begin());
  }

  template <class Element, class Function>
  void transform(std::span<const Element> from, std::span<Element> to, Function function) const {
    nuthatch::transform(par, from, to, stated<Function>{function});
  }

  template <class Element>
  [[nodiscard]] Element reduce(std::span<const Element> all) const {
    return nuthatch::reduce(par, all, Element(), stated<std::plus<>>());
  }

  template <class Element>
  void inclusive_scan(std::span<const Element> from, std::span<Element> to) const {
    nuthatch::inclusive_scan(par, from, to, stated<std::plus<>>());
  }
};

class algorithm_instance final : public instance {
 public:
  explicit algorithm_instance(algorithm_input input) : input_(std::move(input)) { reset(); }

  void reset() override { input_.start(); }

  void run_serial() override { input_.run(serial_algorithms()); }

  /// The algorithms have a policy of their own.
  void run_parallel(spawn_policy /*policy*/) override {
    if (work_is_charged()) {
      input_.run(parallel_algorithms</*StatesWork=*/true>());
    } else {
      input_.run(parallel_algorithms</*StatesWork=*/false>());
    }
  }

  std::string verify() override { return input_.verify(); }

  [[nodiscard]] std::string answer() const override { return input_.answer(); }

 private:
  algorithm_input input_;
};

}  // namespace

workload algorithm_workload() {
  return {"algorithm",
          "an algorithm of the library over a row of elements; the serial one is the standard's",
          {{"call", "which algorithm", {"sort", "sort", "sort"}, names_of_entries(algorithm_calls)},
           {"elements",
            "their type; calculating needs numbers",
            {"u64", "u64", "u64"},
            names_of_entries(algorithm_input::types())},
           {"order",
            "their order; few: 16 values at random",
            {"random", "random", "random"},
            names_of_entries(element_orders)},
           {"n",
            "how many elements",
            {"100000", "10000000", "100000000"},
            integer_range{2, 1'000'000'000}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            const auto& what =
                chosen.get_entry("call", std::span<const named_algorithm>(algorithm_calls));
            const auto& type = chosen.get_entry("elements", algorithm_input::types());
            if (what.needs_numbers() && !type.has_numbers) {
              chosen.reject("elements", "numbers, for this call: one of u32, u64, double");
            }
            const auto& order =
                chosen.get_entry("order", std::span<const named_order>(element_orders));
            return std::make_unique<algorithm_instance>(
                algorithm_input(what, type, chosen.get_size("n"), order.order));
          }};
}

}  // namespace nuthatch::workloads
