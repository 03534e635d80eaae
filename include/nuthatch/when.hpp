// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <tuple>
#include <utility>
#include <vector>

#include <nuthatch/detail/gathering.hpp>
#include <nuthatch/errors.hpp>
#include <nuthatch/future.hpp>

/// Futures of several tasks together. No task waits for them, and no stack is held meanwhile.

namespace nuthatch {

/// What when_any() gives.
/// @tparam Sequence  std::vector of futures, or std::tuple.
template <class Sequence>
struct when_any_result {
  std::size_t index;  ///< the future that was ready first
  Sequence futures;   ///< all futures that were passed, in their order; others may be ready as well
};

/// Returns a future for the results of all these tasks.
///
///     using nuthatch::launch;
///     auto [text, size] = nuthatch::when_all(launch(read), launch(count)).get();
///
/// @param all  futures, which are not valid afterwards, or shared futures.
/// @return a future for a std::tuple of the results: std::monostate for void, and for a shared
///         future a copy. If a task threw, get() throws its exception when all tasks have ended; if
///         several did, task_errors with all of them.
/// @throws error if a future is not valid; what launch() throws.
///
/// Who may call, and where the results are gathered: as for future::then().
///
/// Cost: one task, and two atomic operations for each future.
template <class... Futures>
  requires(detail::some_future<Futures> && ...)
auto when_all(Futures... all) {
  static_cast<void>((detail::require_valid("when_all", all), ...));
  return detail::launch_gathering(std::tuple<Futures...>(std::move(all)...));
}

/// The same for any number of tasks of one type, also none.
///
/// @return a future for a std::vector of the results in the order of `all`; for tasks without a
///         result, future<void>.
template <class Future>
  requires detail::some_future<Future>
auto when_all(std::vector<Future> all) {
  for (const Future& each : all) {
    detail::require_valid("when_all", each);
  }
  return detail::launch_gathering(std::move(all));
}

/// Returns a future that is ready as soon as one of these is.
///
/// @param all  futures or shared futures, which are returned. While the new future exists, they
///         belong to it: its destructor waits for all of their tasks.
/// @return a future for a when_any_result with the index of the first. Exceptions of the tasks stay
///         in their futures.
/// @throws error if a future is not valid; what launch() throws.
///
/// Cost: two tasks' memory, one task, and three atomic operations for each future.
template <class... Futures>
  requires(sizeof...(Futures) > 0 && (detail::some_future<Futures> && ...))
auto when_any(Futures... all) {
  static_cast<void>((detail::require_valid("when_any", all), ...));
  return detail::launch_first<when_any_result>(std::tuple<Futures...>(std::move(all)...));
}

/// The same for one or more tasks of one type.
///
/// @throws error also if there are none.
template <class Future>
  requires detail::some_future<Future>
auto when_any(std::vector<Future> all) {
  if (all.empty()) {
    throw error("when_any: no futures, so none of them is ever ready");
  }
  for (const Future& each : all) {
    detail::require_valid("when_any", each);
  }
  return detail::launch_first<when_any_result>(std::move(all));
}

}  // namespace nuthatch
