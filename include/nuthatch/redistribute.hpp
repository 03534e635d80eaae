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

/// An array that redistribute() moves. `copy` is set only during the move.
struct moving_array {
  data_pages* pages;
  std::size_t elements;
  std::size_t element_bytes;
  schedules::array_copy* copy = nullptr;
};

}  // namespace detail

/// Settings of redistribute().
struct redistribution_settings {
  /// Moves the elements even if no page can change its node: on a machine with one node, and on
  /// virtual workers, whose nodes are simulated. The new pages are then contiguous and, if
  /// requested, large.
  bool always = false;

  /// Whether to count pages per node before and after the move, which takes four system calls per
  /// 256 pages.
  bool count_pages = true;
};

/// The result of redistribute().
struct redistribution {
  bool done = false;  ///< false if nothing was changed; `reason` states why, for display
  std::string reason;

  std::size_t bytes = 0;      ///< size of all elements
  std::size_t pages = 0;      ///< new pages; a large page counts as the small ones in it
  std::size_t left_over = 0;  ///< elements that the calling task copied, because f did not
  double seconds = 0;         ///< without counting pages; on virtual workers, virtual time

  page_counts before;  ///< the nodes of the old and of the new pages, of all arrays together
  page_counts after;

  /// The number of pages that had memory and now lie on another node; 0 if unknown.
  std::size_t moved = 0;

  /// The result of following the schedule. If it has mismatches, some pages lie on other nodes than
  /// the schedule states.
  replay_result replay;
};

/// Copies elements to their new pages; redistribute() passes it to an initializer. It is a handle
/// that can be copied freely, and is valid until the initializer and all that it spawned have
/// ended.
class array_copier {
 public:
  /// Copies the elements [first, last). Their pages come to lie on the node of the calling task's
  /// worker, except those that other workers have already written to.
  ///
  /// @param first, last  the range, within [0, size()].
  /// @throws error if that is not a range of the array; std::bad_alloc.
  ///
  /// Who may call: any task that redistribute() waits for, concurrently, but no element may be
  /// copied twice. Cost: copying the bytes, and an uncontended lock.
  void operator()(std::size_t first, std::size_t last) const;

  /// Returns the number of elements of the array.
  [[nodiscard]] std::size_t size() const noexcept { return of_->elements; }

  /// For internal use by the library.
  explicit array_copier(const detail::moving_array& of) noexcept : of_(&of) {}

 private:
  const detail::moving_array* of_;
};

namespace detail {

/// Runs body(argument), which copies with the copiers of `count` arrays, according to the schedule.
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

/// The copiers that an initializer receives, one for each array.
template <class>
using copier_of = array_copier;

}  // namespace detail

/// Moves the elements of an array to the NUMA nodes of the workers that a schedule assigns them to.
/// Each worker copies its elements to new pages, and each page comes to lie on the node where it is
/// first written to. Then the new pages replace the old ones, which are unmapped.
///
///     const nuthatch::schedule made = nuthatch::record([&] {
///       nuthatch::parallel_for(std::size_t{0}, field.size(), [&](std::size_t i) { heat(i); });
///     });
///     nuthatch::redistribute(made, field);
///
/// This overload is for a schedule of a parallel_for over the indices of the array, with the same
/// grain and policy. It follows the order of the schedule, if there is one: of the strict modes,
/// only the ordered one assigns each piece to exactly the worker that had it.
///
/// Nothing is done if nothing can be gained, and `reason` states why: on a machine with one node,
/// on virtual workers, for an empty schedule, for an array without elements.
///
/// During the call the elements may be read, but not written. Afterwards data() has changed. If the
/// array was created with large pages, the new ones are requested as large, too.
///
/// Workers should be bound to CPUs (options::pin); otherwise they may leave the node of their data.
/// If the process has its own memory policy, for example by `numactl --interleave`, that policy
/// decides where pages lie.
///
/// @tparam Policy  the spawn policy of the loop.
/// @param by      the schedule of the loop.
/// @param array   the array, whose elements are moved.
/// @param size    the grain of the loop.
/// @param how     settings.
/// @return what was done; see redistribution.
/// @throws std::bad_alloc; error if another recording or replay is running in the runtime. The
///         array is unchanged then.
///
/// Who may call: as for replay(), from outside of recordings and replays.
///
/// Cost: that of replay(), and copying all elements. Until the call ends, it uses twice the memory.
/// Pages that were never written to have memory afterwards.
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
    detail::run_loop_anywhere<Policy, /*Each=*/false>(
        std::size_t{0}, copy.size(), block, size, /*any_size=*/true);
  };
  return detail::redistribute_arrays(by, loop, how, array);
}

/// As above, for a loop without an explicit policy.
template <class Value>
redistribution redistribute(const schedule& by,
                            placed_array<Value>& array,
                            grain size = {},
                            const redistribution_settings& how = {}) {
  return redistribute(adaptive, by, array, size, how);
}

/// As above, for schedules of programs other than a single loop. f(copy) spawns as the program
/// does, and calls copy(first, last) where the program works on the elements [first, last):
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
/// No element is lost: the calling task copies the elements that f did not copy, and `left_over`
/// counts them. It is an error to copy an element twice, because it is then unclear which worker
/// owns it.
///
/// @param by     the schedule of the program.
/// @param array  the array, whose elements are moved.
/// @param f      a callable that takes an array_copier and returns void.
/// @param how    settings.
/// @return what was done; see redistribution.
/// @throws what the overload for loops throws; what f or a task of it throws; error if an element
///         was copied twice, or a copy was not of a range of the array. The array is unchanged
///         then.
template <class Value, class Function>
  requires(std::is_invocable_v<Function&, array_copier>)
redistribution redistribute(const schedule& by,
                            placed_array<Value>& array,
                            Function&& f,
                            const redistribution_settings& how = {}) {
  return detail::redistribute_arrays(by, f, how, array);
}

/// As above, for several arrays in one traversal, which moves all of them or none.
///
///     nuthatch::redistribute(made, std::tie(a, b), [](auto copy_a, auto copy_b) { … });
///
/// @param by      the schedule of the program.
/// @param arrays  the arrays, at least one, each named once.
/// @param f       a callable that takes one array_copier per array, in their order, and returns
///         void.
/// @param how     settings.
/// @return what was done, for all arrays together.
/// @throws what the overload for one array throws; error if an array is named twice.
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
