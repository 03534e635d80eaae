// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include <nuthatch/algorithms/par.hpp>
#include <nuthatch/detail/result.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch {

namespace detail {

/// What a call of an algorithm is bound to. A header that defines such a thing has a function
///
///     void run_bound(const until_tag&, const thing& what, Function& f)
///
/// that calls f() accordingly, at most once.
struct until_tag {};

struct again_tag {};

struct on_tag {};

struct workers_tag {};

/// One binding. The algorithm runs inside of those of lower levels.
template <class Tag, class Object>
struct binding {
  static constexpr int level = std::is_same_v<Tag, until_tag>     ? 2
                               : std::is_same_v<Tag, again_tag>   ? 3
                               : std::is_same_v<Tag, workers_tag> ? 4
                               : std::is_pointer_v<Object>        ? 0
                                                                  : 1;
  Object object;

  template <class Function>
  void run(Function& f) const {
    static_assert(
        requires { run_bound(Tag(), object, f); },
        "no header defines what this binds an algorithm to; until() needs "
        "<nuthatch/stop_token.hpp> for a std::stop_token and <nuthatch/deadline.hpp> for a time, "
        "again() needs <nuthatch/persistent_phase.hpp>, workers() needs "
        "<nuthatch/limit_workers.hpp>, and on() needs <nuthatch/runtime.hpp> or "
        "<nuthatch/places.hpp>");
    run_bound(Tag(), object, f);
  }
};

/// Things that cannot be copied are bound by their address.
template <class Tag, class Object>
[[nodiscard]] constexpr auto bound_to(Object&& object) {
  using value = std::remove_cvref_t<Object>;
  if constexpr (std::is_copy_constructible_v<value>) {
    return binding<Tag, value>{std::forward<Object>(object)};
  } else {
    static_assert(std::is_lvalue_reference_v<Object>, "this has to live as long as the policy");
    return binding<Tag, std::remove_reference_t<Object>*>{&object};
  }
}

}  // namespace detail

/// A parallel_policy whose calls run under a stop token, until a time, as a run of a persistent
/// phase, on a number of workers, in a place or on a runtime:
///
///     nuthatch::sort(nuthatch::par.until(token), values);
///     nuthatch::for_each(nuthatch::par.grain(1).again(phase), parts, work);
///
/// Every algorithm takes it as its first argument, in place of a parallel_policy. A stopped
/// algorithm throws `stopped`. The other arguments cannot be lists in braces.
///
/// Cost of a call: that of finish(token, body), persistent_phase::run and so on. The algorithms
/// themselves are those of par.
template <class... Bindings>
class bound_policy {
 public:
  constexpr bound_policy(const parallel_policy& how, std::tuple<Bindings...> bindings)
      : how_(how),
        bindings_(std::move(bindings)) {}

  /// Returns the same policy with another grain; see parallel_policy::grain().
  [[nodiscard]] constexpr bound_policy grain(std::uint64_t elements) const {
    return {how_.grain(elements), bindings_};
  }

  /// Returns the same policy with another condition; see parallel_policy::until().
  template <class Condition>
  [[nodiscard]] constexpr auto until(Condition&& condition) const {
    return with(detail::bound_to<detail::until_tag>(std::forward<Condition>(condition)));
  }

  /// Returns the same policy with a phase; see parallel_policy::again().
  template <class Phase>
  [[nodiscard]] constexpr auto again(Phase& phase) const {
    return with(detail::binding<detail::again_tag, Phase*>{&phase});
  }

  /// Returns the same policy with a limit; see parallel_policy::workers().
  [[nodiscard]] constexpr auto workers(std::uint64_t most) const {
    return with(detail::binding<detail::workers_tag, std::uint64_t>{most});
  }

  /// Returns the same policy with a runtime or a place; see parallel_policy::on().
  template <class Where>
  [[nodiscard]] constexpr auto on(Where&& where) const {
    return with(detail::bound_to<detail::on_tag>(std::forward<Where>(where)));
  }

  /// Calls f(policy) with a policy without bindings, and returns its result, by value.
  ///
  /// @throws what f throws; `stopped` if it was stopped before all tasks that f spawned had ended.
  template <class Function>
  std::decay_t<std::invoke_result_t<Function&, const parallel_policy&>> run(Function&& f) const {
    auto call = [&f, this] {
      return f(how_);
    };
    detail::result_slot<detail::value_of<decltype(call)&>> result;
    bool returned = false;
    auto whole = [&] {
      result.set_from(call);
      returned = true;
    };
    try {
      run_inside<0>(whole);
    } catch (...) {
      if (returned) {
        result.discard();
      }
      throw;
    }
    if (!returned) {
      detail::throw_stopped();
    }
    if constexpr (!std::is_void_v<std::invoke_result_t<Function&, const parallel_policy&>>) {
      return result.take();
    }
  }

 private:
  /// The numbers of the bindings, by their levels.
  static constexpr auto order = [] {
    constexpr std::array<int, sizeof...(Bindings)> levels{Bindings::level...};
    std::array<std::size_t, sizeof...(Bindings)> numbers{};
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      numbers[i] = i;
    }
    std::sort(numbers.begin(), numbers.end(), [&levels](std::size_t a, std::size_t b) {
      return levels[a] != levels[b] ? levels[a] < levels[b] : a < b;
    });
    return numbers;
  }();

  template <class Binding>
  [[nodiscard]] constexpr auto with(Binding one) const {
    return bound_policy<Bindings..., Binding>(
        how_, std::tuple_cat(bindings_, std::tuple<Binding>(std::move(one))));
  }

  template <std::size_t Depth, class Function>
  void run_inside(Function& f) const {
    if constexpr (Depth == sizeof...(Bindings)) {
      f();
    } else {
      auto inner = [&f, this] {
        run_inside<Depth + 1>(f);
      };
      std::get<order[Depth]>(bindings_).run(inner);
    }
  }

  parallel_policy how_;
  std::tuple<Bindings...> bindings_;
};

template <class Condition>
constexpr auto parallel_policy::until(Condition&& condition) const {
  return bound_policy<>(*this, {}).until(std::forward<Condition>(condition));
}

template <class Phase>
constexpr auto parallel_policy::again(Phase& phase) const {
  return bound_policy<>(*this, {}).again(phase);
}

constexpr auto parallel_policy::workers(std::uint64_t most) const {
  return bound_policy<>(*this, {}).workers(most);
}

template <class Where>
constexpr auto parallel_policy::on(Where&& where) const {
  return bound_policy<>(*this, {}).on(std::forward<Where>(where));
}

}  // namespace nuthatch

/// Declares the overload of an algorithm that takes a bound policy.
// NOLINTNEXTLINE(cppcoreguidelines-macro-usage): overload sets cannot be template arguments
#define NUTHATCH_TAKES_BOUND_POLICIES(algorithm)                                   \
  template <class... Bindings, class... Arguments>                                 \
    requires requires(const parallel_policy& how, Arguments&&... arguments) {      \
      nuthatch::algorithm(how, std::forward<Arguments>(arguments)...);             \
    }                                                                              \
  auto algorithm(const bound_policy<Bindings...>& how, Arguments&&... arguments) { \
    return how.run([&](const parallel_policy& plain) {                             \
      return nuthatch::algorithm(plain, std::forward<Arguments>(arguments)...);    \
    });                                                                            \
  }
