// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include <nuthatch/page_placement.hpp>
#include <nuthatch/parallel_for.hpp>
#include <nuthatch/placed_array.hpp>
#include <nuthatch/policy.hpp>
#include <nuthatch/schedule.hpp>

namespace nuthatch {

namespace schedules {
class array_copy;
}  // namespace schedules

namespace detail {

/// An array that redistribute() moves; `copy` only while it does.
struct moving_array {
  data_pages* pages;
  std::size_t elements;
  std::size_t element_bytes;
  schedules::array_copy* copy = nullptr;
};

}  // namespace detail

/// How redistribute() goes about it.
struct redistribution_settings {
  /// Also where no page can come to another node: on a machine with one, and on virtual workers,
  /// whose nodes are pretended. The fresh pages are then in one row and, if wanted, large.
  bool always = false;

  /// Whether pages are counted by nodes, before and after, which takes four system calls for each
  /// 256 of them.
  bool count_pages = true;
};

/// What redistribute() came to.
struct redistribution {
  bool done = false;  ///< false: nothing was touched; `reason` says why, for people
  std::string reason;

  std::size_t bytes = 0;      ///< of the elements
  std::size_t pages = 0;      ///< fresh ones; a large page counts as the small ones in it
  std::size_t left_over = 0;  ///< elements that f did not copy, and the calling task did, after it
  double seconds = 0;         ///< without the counting; on virtual workers, of their time

  page_counts before;  ///< where the old pages lay, and the fresh ones lie; of all arrays together
  page_counts after;

  /// Of the pages, those that had memory and now lie on another node; 0 where nobody knows.
  std::size_t moved = 0;

  /// What following the schedule came to. With mismatches in it, pages lie where they happened to
  /// be written.
  replay_result replay;
};

/// What redistribute() gives an initializer: copies elements to their fresh pages. A handle, to be
/// copied at will; it works until the initializer and all that it spawned have ended.
class array_copier {
 public:
  /// Copies the elements [first, last). The calling task's worker is where their pages come to lie,
  /// but for those that others have written to already.
  ///
  /// Who may call: any task that redistribute() waits for, any number at a time; but no element may
  /// be copied twice. Cost: of copying the bytes, and a lock that nobody else has.
  ///
  /// @throws error for what is no range of the array; std::bad_alloc.
  void operator()(std::size_t first, std::size_t last) const;

  /// How many elements there are.
  [[nodiscard]] std::size_t size() const noexcept { return of_->elements; }

  /// For the library itself.
  explicit array_copier(const detail::moving_array& of) noexcept : of_(&of) {}

 private:
  const detail::moving_array* of_;
};

namespace detail {

/// Runs body(argument), which copies by the `count` arrays' copiers, as the schedule says.
[[nodiscard]] redistribution redistribute_call(const schedule& by,
                                               const redistribution_settings& how,
                                               std::pair<moving_array*, std::size_t> arrays,
                                               void (*body)(void*),
                                               void* argument);

template <class Function, class... Value>
redistribution redistribute_arrays(const schedule& by,
                                   Function& f,
                                   const redistribution_settings& how,
                                   placed_array<Value>&... arrays) {
  std::array<moving_array, sizeof...(Value)> moving{
      moving_array{&arrays.pages(), arrays.size(), sizeof(Value)}...};
  auto spawns = [&f, &moving] {
    std::apply([&f](const auto&... each) { f(array_copier(each)...); }, moving);
  };
  return call_in_region(spawns, [&](void (*body)(void*), void* argument) {
    return redistribute_call(by, how, {moving.data(), moving.size()}, body, argument);
  });
}

/// Of the arguments of an initializer, one for each array.
template <class>
using copier_of = array_copier;

}  // namespace detail

/// Moves an array's elements to memory of the NUMA nodes of the workers that a schedule gives them
/// to: they are copied to fresh pages, each piece by its worker, and a page comes to lie where it
/// is first written to. Then the fresh pages take the place of the old ones, which are given back.
///
///     const nuthatch::schedule made = nuthatch::record([&] {
///       nuthatch::parallel_for(std::size_t{0}, field.size(), [&](std::size_t i) { heat(i); });
///     });
///     nuthatch::redistribute(made, field);
///
/// For a schedule of parallel_for over the indices of the array, with the same grain and policy.
/// The schedule is followed in its order, where it has one: of the strict modes, that is the one in
/// which pieces come to exactly the workers that had them.
///
/// Nothing is done where it could gain nothing, and `reason` says so: on a machine with one node,
/// on virtual workers, for an empty schedule, for an array without elements.
///
/// Meanwhile the elements may be read, but nothing may be written to them. Afterwards data() is
/// another one. Large pages that were wanted are wanted of the fresh ones, too.
///
/// Workers should be bound to cpus (options::pin), else they may leave the node of their data.
/// Where the process has another memory policy than the usual one, as by `numactl --interleave`,
/// that counts.
///
/// Who may call: as replay(), from outside of recordings and replays.
///
/// @param size  as that of the loop.
/// @throws      std::bad_alloc; error where another recording or replay is running in the runtime.
///              Then the array is as it was.
///
/// Cost: as replay(), and copying all elements; until it ends, memory for them twice. Pages that
/// nobody had written to have memory afterwards.
///
/// Source: Lifflander, Krishnamoorthy and Kale, Optimizing Data Locality for Fork/Join Programs
/// Using Constrained Work Stealing, section V: the fork/join initializer.
template <spawn_policy Policy, class Value>
redistribution redistribute(policy_constant<Policy> /*policy*/,
                            const schedule& by,
                            placed_array<Value>& array,
                            grain size = {},
                            const redistribution_settings& how = {}) {
  auto loop = [size](array_copier copy) {
    auto block = [copy](std::size_t first, std::size_t last) {
      copy(first, last);
    };
    detail::run_loop_anywhere<Policy>(std::size_t{0}, copy.size(), block, size, /*any_size=*/true);
  };
  return detail::redistribute_arrays(by, loop, how, array);
}

template <class Value>
redistribution redistribute(const schedule& by,
                            placed_array<Value>& array,
                            grain size = {},
                            const redistribution_settings& how = {}) {
  return redistribute(adaptive, by, array, size, how);
}

/// The same for schedules of other programs than one loop. f(copy) spawns as the program does, and
/// calls copy(first, last) for the elements of each piece, where the program works on them:
///
///     void move(nuthatch::array_copier copy, std::size_t first, std::size_t last) {
///       if (last - first <= 1000 || !nuthatch::spawns_may_migrate()) {
///         return copy(first, last);
///       }
///       const std::size_t middle = first + (last - first) / 2;
///       nuthatch::fork_join([=] { move(copy, first, middle); },
///                           [=] { move(copy, middle, last); });
///     }
///
///     nuthatch::redistribute(made, field, [](auto copy) { move(copy, 0, copy.size()); });
///
/// No element is lost: what f did not copy, the calling task copies afterwards, and `left_over`
/// counts. Where f copied some twice, it is not clear whose they are: that is an error.
///
/// @param f  returns void.
/// @throws   also what f or a task of it throws; error where an element was copied twice, or a copy
///           was of no range of the array. Then the array is as it was.
template <class Value, class Function>
  requires(std::is_invocable_v<Function&, array_copier>)
redistribution redistribute(const schedule& by,
                            placed_array<Value>& array,
                            Function&& f,
                            const redistribution_settings& how = {}) {
  return detail::redistribute_arrays(by, f, how, array);
}

/// The same for several arrays by one traversal, all of them or none: f has a copier for each, in
/// their order.
///
///     nuthatch::redistribute(made, std::tie(a, b), [](auto copy_a, auto copy_b) { … });
///
/// @throws  also error where an array is named twice.
template <class... Value, class Function>
  requires(sizeof...(Value) > 0 && std::is_invocable_v<Function&, detail::copier_of<Value>...>)
redistribution redistribute(const schedule& by,
                            std::tuple<placed_array<Value>&...> arrays,
                            Function&& f,
                            const redistribution_settings& how = {}) {
  return std::apply(
      [&](placed_array<Value>&... each) {
        return detail::redistribute_arrays(by, f, how, each...);
      },
      arrays);
}

}  // namespace nuthatch
