// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstdint>

#include <nuthatch/parallel_for.hpp>

namespace nuthatch {

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

  /// Returns the grain; 0 for an automatic one.
  [[nodiscard]] constexpr nuthatch::grain stated_grain() const noexcept { return {grain_}; }

 private:
  std::uint64_t grain_ = 0;
};

/// May run in parallel, on the workers of the calling task's runtime, or of the default runtime on
/// other threads.
inline constexpr parallel_policy par{};

}  // namespace nuthatch
