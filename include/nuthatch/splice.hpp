// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstddef>
#include <exception>
#include <utility>

#include <nuthatch/declarations.hpp>
#include <nuthatch/detail/splice/splicer.hpp>
#include <nuthatch/detail/worker.hpp>
#include <nuthatch/effects.hpp>
#include <nuthatch/runtime.hpp>
#include <nuthatch/splice_counts.hpp>
#include <nuthatch/splice_options.hpp>

namespace nuthatch {

template <effects::effect_type Effect, class Checking = effects::default_checking>
class splice_region;

namespace detail {

/// Returns true in a task of a runtime with several workers.
[[nodiscard]] inline bool others_may_help() {
  return this_worker() != nullptr && workers() > 1;
}

}  // namespace detail

/// Collects invocations to be spliced; try_splice() passes it to its callable.
template <effects::effect_type Effect>
class splice_region<Effect, effects::unchecked> {
 public:
  splice_region(std::size_t group, const splice_options& options, splice_counts& counts)
      : splicer_(group, options, options.parallel && detail::others_may_help(), counts) {}

  /// Adds the call f(now, args...), which follows all calls and steps added before it in program
  /// order. It may run after this function returns. Parameters as for declarations::call.
  template <class Function, class... Args>
  void call(Function f, Args... args) {
    splicer_.add([&](declarations<Effect, effects::unchecked>& now) { now.call(f, args...); });
  }

  /// Adds a step between calls, in any of the forms of declarations::step.
  template <class... Said>
  void step(Said... said) {
    splicer_.add([&](declarations<Effect, effects::unchecked>& now) { now.step(said...); });
  }

  /// Runs what was added. Afterwards, everything that was added has ended.
  void run() { splicer_.run(); }

 private:
  detail::splicer<Effect> splicer_;
};

/// Calls body(now), and runs the calls that body adds by now.call(...) interleaved, in groups of
/// `group` invocations; the last group may be smaller. The data of a group is in the cache while
/// all its invocations work on it. The result is that of running the invocations one after the
/// other.
///
/// Code between the calls runs while the calls are collected. It may neither read data that they
/// write, nor change data that they read: for that, use now.step(effect, body), or call now.run()
/// before.
///
/// @param group    the number of invocations per group, 1 to 1024; larger values count as 1024.
/// @param body     a callable that takes a splice_region.
/// @param options  settings.
/// @return what was done; see splice_counts.
/// @throws option_error if the group is 0, before anything runs; what the first call or step in
///         program order that threw has thrown; otherwise what body threw. Everything that was
///         added before the exception runs.
///
/// Cost: memory and comparisons grow with the square of the group. Each level of calls takes about
/// 500 bytes of stack.
template <effects::effect_type Effect, class Checking = effects::default_checking, class Body>
splice_counts try_splice(std::size_t group, Body&& body, const splice_options& options = {}) {
  splice_counts counts;
  splice_region<Effect, Checking> now(group, options, counts);
  std::exception_ptr by_body;
  try {
    std::forward<Body>(body)(now);
  } catch (...) {
    by_body = std::current_exception();
  }
  now.run();
  if (by_body) {
    std::rethrow_exception(std::move(by_body));
  }
  return counts;
}

}  // namespace nuthatch

#if defined(NUTHATCH_CHECK_EFFECTS)
  #include <nuthatch/detail/check/checked_region.hpp>
#endif
