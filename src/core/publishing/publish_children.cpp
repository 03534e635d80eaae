// SPDX-License-Identifier: Apache-2.0

// Publishing fresh tasks: how many to publish, and the children of scopes.

#include <algorithm>
#include <utility>

#include "base/assert.hpp"
#include "core/fresh_work.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

namespace {

/// The number of tasks that the requested pieces can hold.
std::uint64_t max_of(publish_quota wanted) noexcept {
  return wanted.siblings == publish_quota::everything
             ? std::uint64_t{publish_quota::everything}
             : std::uint64_t{wanted.sibling_pieces} * wanted.siblings;
}

}  // namespace

/// The approximate number of children, or `most` if there are more. Counts those that were added
/// since the last call. Wrong if a block was reused meanwhile.
std::uint64_t worker::gathered_in(const detail::children_frame& from, std::uint64_t most) noexcept {
  std::uint64_t count = 0;
  for (const detail::task* each = from.newest_child; each != nullptr && count < most;
       each = each->next) {
    if (each == gathered_newest_) {
      count += gathered_;
      break;
    }
    ++count;
  }
  gathered_newest_ = from.newest_child;
  gathered_ = count;
  return count;
}

std::uint32_t worker::piece_of_all(std::uint32_t count) const noexcept {
  return std::max(count / (2 * team_.reach_of(where_).size()), 1U);
}

/// How many of `there` tasks to publish; the tasks are assumed to be alike. If the owner is about
/// to spawn more of them, at most half are published if the scheduler asks for that, and none while
/// there are fewer than it wants together. If the owner is about to run them, a few are published
/// together: the next one may take long.
worker::share worker::share_of(std::uint64_t there,
                               bool being_filled,
                               publish_quota wanted) const noexcept {
  const auto so_many = [](std::uint64_t count, std::uint32_t piece) -> share {
    return {static_cast<std::uint32_t>(count), piece};
  };
  if (wanted.siblings == publish_quota::everything) {
    // Small enough that every worker gets some, large enough that a piece of tiny tasks pays.
    return so_many(there, piece_of_all(static_cast<std::uint32_t>(there)));
  }
  if (!(spawning_ && being_filled) && there <= wanted.publish_all_up_to) {
    // Every worker that wants some gets about the same number.
    const auto of_each = static_cast<std::uint32_t>(there / wanted.idle_workers);
    return so_many(there, std::clamp(of_each, 1U, wanted.siblings));
  }
  if (being_filled && there < wanted.fewest_siblings) {
    return so_many(0, 1);
  }
  const std::uint64_t most = max_of(wanted);
  const bool half = being_filled && wanted.keeps_half;
  return so_many(
      half ? std::max<std::uint64_t>(std::min(there, 2 * most) / 2, 1) : std::min(there, most),
      wanted.siblings);
}

/// Publishes some or all children of a scope: the newest, which are found at once.
unsigned worker::publish_children(detail::children_frame& from, publish_quota wanted) {
  if (from.newest_child == nullptr) {
    frames.pop_oldest();  // its last child is running
    return 0;
  }
  const bool being_filled = &from == frames.newest();
  if (being_filled && spawning_ && wanted.fewest_siblings > 1 &&
      gathered_in(from, wanted.fewest_siblings) < wanted.fewest_siblings) {
    return 0;  // the result of share_of, without counting all of them at every spawn
  }
  const std::uint64_t enough = std::max({2 * max_of(wanted),
                                         std::uint64_t{wanted.publish_all_up_to} + 1,
                                         std::uint64_t{wanted.fewest_siblings}});
  const share going = share_of(count_up_to(from.newest_child, enough), being_filled, wanted);
  if (going.count == 0) {
    return 0;
  }
  detail::task* const first = detach_children(from, going.count);
  if (!from.counted_at_join) {
    pedigrees_.note_tasks_published(first);  // otherwise they are passed on
  }
  return publish_siblings(lane::stack_chain, first, going.count, going.piece, from.finish);
}

/// Takes the newest `count` children, of which there must be as many, out of the frame.
detail::task* worker::detach_children(detail::children_frame& from, std::uint32_t count) {
  detail::task* last = from.newest_child;
  last->join = from.join;
  for (std::uint32_t i = 1; i < count; ++i) {
    last = last->next;
    last->join = from.join;
  }
  detail::task* const first = std::exchange(from.newest_child, std::exchange(last->next, nullptr));
  if (!from.counted_at_join) {
    from.join->parent_detached(static_cast<std::int32_t>(count));
  }
  if (from.newest_child == nullptr) {
    NUTHATCH_ASSERT(&frames.oldest() == &from);
    frames.pop_oldest();
  }
  return first;
}

/// Publishes a chain of `count` siblings, newest first, in pieces whose tasks are oldest first.
unsigned worker::publish_siblings(lane in,
                                  detail::task* newest_of_them,
                                  std::uint32_t count,
                                  std::uint32_t piece,
                                  detail::finish_state* around) {
  detail::task* first = nullptr;
  while (newest_of_them != nullptr) {
    detail::task* const older = newest_of_them->next;
    newest_of_them->next = first;
    first = newest_of_them;
    newest_of_them = older;
  }
  unsigned pieces = 0;
  published_siblings_ = true;
  while (count > 0) {
    const std::uint32_t size = std::min(piece, count);
    detail::task* last = first;
    for (std::uint32_t i = 1; i < size; ++i) {
      last = last->next;
    }
    detail::task* const rest = std::exchange(last->next, nullptr);
    first->chain = size;
    first->finish = around;
    publish(in, work_item::siblings(*first));
    first = rest;
    count -= size;
    ++pieces;
  }
  return pieces;
}

}  // namespace nuthatch::core
