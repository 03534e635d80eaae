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

/// In a task of a runtime with several workers.
[[nodiscard]] inline bool others_may_help() {
  return this_worker() != nullptr && workers() > 1;
}

}  // namespace detail

/// Where invocations are gathered to be spliced; what try_splice() passes to its callable.
template <effects::effect_type Effect>
class splice_region<Effect, effects::unchecked> {
 public:
  splice_region(std::size_t group, const splice_options& options, splice_counts& counts)
      : splicer_(group, options, options.parallel && detail::others_may_help(), counts) {}

  /// As declarations::call: this call comes after all before it in the program. It may run later
  /// than this returns.
  template <class Function, class... Args>
  void call(Function f, Args... args) {
    splicer_.add([&](declarations<Effect, effects::unchecked>& now) { now.call(f, args...); });
  }

  /// A step between calls, in any of the forms of declarations::step.
  template <class... Said>
  void step(Said... said) {
    splicer_.add([&](declarations<Effect, effects::unchecked>& now) { now.step(said...); });
  }

  /// Runs what was gathered. After it, everything that was called is done.
  void run() { splicer_.run(); }

 private:
  detail::splicer<Effect> splicer_;
};

/// Calls body(now), and runs what that calls by now.call(...) interleaved, `group` invocations at a
/// time, 1024 at most: what they touch is in the cache while all of them work on it. They come to
/// what they would have come to one after the other. The last group may be smaller.
///
/// Cost: memory and comparisons grow with the square of the group. Each level of calls takes about
/// 500 bytes of stack.
///
/// What stands between the calls runs while they are gathered. It may neither look at data that
/// they write, nor change what they read: that is said by now.step(effect, body), or done after
/// now.run().
///
/// @throws option_error if the group is 0: nothing runs then
/// @throws what body threw, or the first call or step in program order that threw; all that was
///         called before runs
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
