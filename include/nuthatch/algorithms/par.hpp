// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstdint>

#include <nuthatch/parallel_for.hpp>

namespace nuthatch {

namespace detail {
class constructed_elements;
}

/// The first argument of an algorithm that may run in parallel, and what it states about the call:
///
///     nuthatch::for_each(nuthatch::par, values, [](double& each) { each *= 2; });
///     nuthatch::fill(nuthatch::par.grain(1), pages, page{});
///
/// Algorithms have the signatures of C++26's parallel range algorithms (P3179), for random-access
/// iterators with sized sentinels and for sized random-access ranges. Results are those of
/// std::ranges. Function objects are called concurrently, as lvalues, in no particular order.
///
/// Who may call: any thread, as for parallel_for.
///
/// Exceptions: what a function object or a copy throws; task_errors if several calls threw. After
/// an exception, no further block of elements begins, and elements have been visited in no
/// particular order.
class parallel_policy {
 public:
  constexpr parallel_policy() noexcept = default;

  /// Returns the same policy with blocks of so many elements. 0: chosen from the numbers of
  /// elements and workers. Elements that take microseconds each and differ need a grain of 1.
  [[nodiscard]] constexpr parallel_policy grain(std::uint64_t elements) const noexcept {
    parallel_policy with = *this;
    with.grain_ = elements;
    return with;
  }

  /// Returns a policy whose calls are stopped, and throw `stopped`, when a stop is requested or the
  /// time has come; see finish(token, body) and finish(deadline, body).
  ///
  /// @param condition  a std::stop_token, with <nuthatch/stop_token.hpp>; a
  ///         std::chrono::time_point, with <nuthatch/deadline.hpp>.
  template <class Condition>
  [[nodiscard]] constexpr auto until(Condition&& condition) const;

  /// Returns a policy each of whose calls is a run of a persistent_phase, so that the elements are
  /// visited where they were visited last time. The phase has to live as long as the policy.
  template <class Phase>
  [[nodiscard]] constexpr auto again(Phase& phase) const;

  /// Returns a policy whose calls run on at most so many workers, at least 1, as limit_workers()
  /// does. A call throws std::invalid_argument for 0. Needs <nuthatch/limit_workers.hpp>.
  [[nodiscard]] constexpr auto workers(std::uint64_t most) const;

  /// Returns a policy whose calls run on a runtime, which has to live as long as the policy, or in
  /// a place of the calling task's runtime.
  template <class Where>
  [[nodiscard]] constexpr auto on(Where&& where) const;

  /// Returns the grain; 0 for an automatic one.
  [[nodiscard]] constexpr nuthatch::grain stated_grain() const noexcept { return {grain_}; }

 private:
  friend class detail::constructed_elements;

  std::uint64_t grain_ = 0;
  detail::constructed_elements* constructed_ = nullptr;
};

/// May run in parallel, on the workers of the calling task's runtime, or of the default runtime on
/// other threads.
inline constexpr parallel_policy par{};

}  // namespace nuthatch
