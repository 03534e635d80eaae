// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstdint>
#include <type_traits>

#include <nuthatch/detail/worker_limit.hpp>
#include <nuthatch/finish.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch {

/// Runs body() as finish() does, with at most a number of workers for what it forks: the callables
/// of fork_join, and the blocks of loops, reductions and algorithms, at any depth.
///
///     nuthatch::limit_workers(4, [&] { nuthatch::sort(nuthatch::par, records); });
///
/// Which workers these are may change at any time. A callable that waits counts as running. Limits
/// inside of each other all hold, but calls beside each other do not share one.
///
/// Only forks are limited. Asyncs, children of scopes and tasks of groups run on more workers, each
/// beside those that the limit allows, and so do the constructs that consist of them, such as
/// pipelines and wavefronts. Launched tasks, tasks of groups and scopes that are older than the
/// limit, and calls of another runtime may fork without a limit. So may a fork on a stack that is
/// nearly full if there is no other stack. For tasks that use much memory or other resources, see
/// limited_group.
///
/// @param most  the number of workers, at least 1. With 1, forks call their callables in order.
/// @param body  a callable without arguments, called in place, exactly once.
/// @return, @throws what finish() returns and throws; std::invalid_argument for 0.
///
/// Who may call: as for finish().
///
/// Cost: two finishes, and two changes of each worker's poll word. While a limit exists in a
/// runtime, its spawns and joins take their slow paths, and each fork goes through the finishes
/// around it. A fork within limits costs two atomic changes of a shared counter more, or calls its
/// callables at once. Such a fork is no spawn in a schedule: a recorded or designated schedule, or
/// that of a phase, may not fit the next run within the limit.
template <class Function>
detail::finish_result<Function> limit_workers(std::uint64_t most, Function&& body) {
  static_assert(std::is_invocable_v<Function&>, "limit_workers takes a callable without arguments");
  // The limit has to live until the asyncs of the body have ended.
  const auto limited = [most, &body]() -> detail::finish_result<Function> {
    const detail::worker_limit limit(most);
    return nuthatch::finish(body);
  };
  if constexpr (std::is_void_v<std::invoke_result_t<Function&>>) {
    outcome inner = outcome::stopped;
    const outcome outer = nuthatch::finish([&limited, &inner] { inner = limited(); });
    return outer == outcome::stopped ? outer : inner;
  } else {
    return nuthatch::finish(limited);
  }
}

namespace detail {

struct workers_tag;

template <class Function>
void run_bound(const workers_tag& /*workers*/, std::uint64_t most, Function& f) {
  detail::throw_if_stopped(nuthatch::limit_workers(most, f));
}

}  // namespace detail

}  // namespace nuthatch
