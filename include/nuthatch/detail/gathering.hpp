// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <exception>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <nuthatch/detail/continuation.hpp>
#include <nuthatch/detail/dependence.hpp>
#include <nuthatch/detail/join.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/future.hpp>

/// The closures of the tasks that when_all and when_any launch.

namespace nuthatch::detail {

template <class Future>
inline constexpr bool is_future = false;
template <class Value>
inline constexpr bool is_future<future<Value>> = true;
template <class Value>
inline constexpr bool is_future<shared_future<Value>> = true;

template <class Future>
concept some_future = is_future<Future>;

template <class Future>
void require_valid(const char* what, const Future& each) {
  if (!each.valid()) {
    throw error(std::string(what) +
                ": no task to wait for in a future; it was taken, moved from, or never launched");
  }
}

/// The result of a future as a value.
template <class Future>
using gathered_value = std::conditional_t<std::is_void_v<taken_from<Future>>,
                                          std::monostate,
                                          std::remove_cvref_t<taken_from<Future>>>;

/// Takes the result of a complete future that has one.
template <class Future>
gathered_value<Future> take_result(Future& complete) {
  if constexpr (std::is_void_v<taken_from<Future>>) {
    complete.get();
    return {};
  } else {
    return complete.get();
  }
}

/// Adds the exception of a complete future to `thrown`.
template <class Future>
void gather_error(std::exception_ptr& thrown, Future& complete) {
  if (future_access::state(complete).error) {
    try {
      complete.get();
    } catch (...) {
      add_error(thrown, std::current_exception());
    }
  }
}

/// Calls f(each) for the futures of a vector or tuple.
template <class Futures, class Function>
void for_each_future(Futures& all, Function&& f) {
  if constexpr (requires { all.begin(); }) {
    for (auto& each : all) {
      f(each);
    }
  } else {
    std::apply([&f](auto&... each) { (f(each), ...); }, all);
  }
}

template <class Futures>
std::size_t count_futures(const Futures& all) noexcept {
  if constexpr (requires { all.size(); }) {
    return all.size();
  } else {
    return std::tuple_size_v<Futures>;
  }
}

template <class Future>
auto take_all(std::vector<Future>& all) {
  if constexpr (!std::is_void_v<taken_from<Future>>) {
    std::vector<gathered_value<Future>> results;
    results.reserve(all.size());
    for (Future& each : all) {
      results.push_back(each.get());
    }
    return results;
  }
}

template <class... Futures>
auto take_all(std::tuple<Futures...>& all) {
  return std::apply(
      [](Futures&... each) { return std::tuple<gathered_value<Futures>...>{take_result(each)...}; },
      all);
}

/// The closure of when_all.
template <class Futures>
class gathering {
 public:
  explicit gathering(Futures&& all) : launch_(count_futures(all)) {
    antecedents_.reserve(count_futures(all));
    for_each_future(
        all, [this](const auto& each) { antecedents_.emplace_back(future_access::state(each)); });
    all_ = std::move(all);
  }

  gathering(const gathering&) = delete;
  gathering& operator=(const gathering&) = delete;
  ~gathering() = default;

  void begin(future_base& task) noexcept { launch_.begin(task, antecedents_); }

  auto operator()() {
    std::exception_ptr thrown;
    for_each_future(all_, [&thrown](auto& each) { gather_error(thrown, each); });
    if (thrown) {
      std::rethrow_exception(std::move(thrown));
    }
    return take_all(all_);
  }

 private:
  Futures all_;
  std::vector<antecedent> antecedents_;
  dependence launch_;
};

template <class Futures>
auto launch_gathering(Futures&& all) {
  using closure = gathering<std::decay_t<Futures>>;
  auto make = [&all] {
    return closure(std::move(all));
  };
  return launch_dependent<closure>(make);
}

/// The closure of when_any.
template <template <class> class Result, class Futures>
class choosing_first {
 public:
  explicit choosing_first(Futures&& all) : first_(first_complete::make(count_futures(all))) {
    for_each_future(all, [this](const auto& each) { first_->add(future_access::state(each)); });
    all_ = std::move(all);
  }

  choosing_first(const choosing_first&) = delete;
  choosing_first& operator=(const choosing_first&) = delete;
  ~choosing_first() = default;

  void begin(future_base& task) noexcept { first_->begin(task); }

  Result<Futures> operator()() { return {first_->index(), std::move(all_)}; }

 private:
  first_complete::pointer first_;
  Futures all_;
};

template <template <class> class Result, class Futures>
auto launch_first(Futures&& all) {
  using closure = choosing_first<Result, std::decay_t<Futures>>;
  auto make = [&all] {
    return closure(std::move(all));
  };
  return launch_dependent<closure>(make);
}

}  // namespace nuthatch::detail
