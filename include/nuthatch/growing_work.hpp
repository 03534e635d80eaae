// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <concepts>
#include <ranges>
#include <type_traits>
#include <utility>

#include <nuthatch/detail/loop_bounds.hpp>
#include <nuthatch/detail/loop_cut.hpp>
#include <nuthatch/detail/may_begin.hpp>
#include <nuthatch/finish.hpp>
#include <nuthatch/parallel_for.hpp>
#include <nuthatch/policy.hpp>
#include <nuthatch/stopping.hpp>

namespace nuthatch {

/// Takes the items that the body of parallel_for_growing() adds.
template <class Item, class Body>
class growing_work {
 public:
  explicit growing_work(Body& body) noexcept : body_(body) {}

  growing_work(const growing_work&) = delete;
  growing_work& operator=(const growing_work&) = delete;

  /// Adds an item, for which the body is called later, perhaps on another worker.
  ///
  /// Who may call: the body, and asyncs and children that it spawns.
  /// @throws what moving the item throws; std::bad_alloc.
  /// Cost: that of a help-first async.
  void add(Item item) {
    nuthatch::async(help_first, [this, item = std::move(item)]() mutable { run(item); });
  }

  /// Calls the body, unless a call of it has thrown.
  void run(Item& item) {
    if (!failure_.happened()) {
      failure_.watch([&] { body_(item, *this); });
    }
  }

 private:
  Body& body_;
  detail::loop_failure failure_{};
};

/// Calls body(item, work) for each element of a range, and for each item that these calls add by
/// work.add(item): a work list that grows while it is processed.
///
///     std::vector<node*> roots = …;
///     nuthatch::parallel_for_growing(roots, [](node* at, auto& work) {
///       visit(*at);
///       for (node* next : at->below) {
///         work.add(next);
///       }
///     });
///
/// @param range  a random-access range; its elements are copied, or moved from a range of rvalues.
/// @param body   called concurrently, in no particular order, with an lvalue of the element's type.
///         Taken by reference.
/// @return outcome::stopped if a call stopped it by stop_finish(), or a finish around was stopped,
///         so that items may have been left out; otherwise outcome::done.
/// @throws what body throws; task_errors if several calls threw. After an exception, no further
///         call begins.
///
/// Who may call: any thread, as for finish. Cost: a parallel_for over the range, and an async for
/// each item that is added.
template <class Range, class Body>
  requires detail::sized_random_access_range<Range&>
outcome parallel_for_growing(Range&& range, Body&& body) {
  using item = std::ranges::range_value_t<Range&>;
  using work = growing_work<item, std::remove_reference_t<Body>>;
  static_assert(std::invocable<Body&, item&, work&>,
                "the body of parallel_for_growing takes an item and the list that grows: "
                "(item, auto& work)");
  work all(body);
  const auto run_one = [&all](auto&& element) {
    item own(std::forward<decltype(element)>(element));
    all.run(own);
  };
  return nuthatch::finish(
      [&] { detail::end_if_stopped([&] { nuthatch::parallel_for(range, run_one); }); });
}

}  // namespace nuthatch
