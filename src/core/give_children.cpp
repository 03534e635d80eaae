// Giving away the children of scopes.

#include <algorithm>
#include <utility>

#include "base/assert.hpp"
#include "core/fresh_work.hpp"
#include "core/team.hpp"
#include "core/worker.hpp"

namespace nuthatch::core {

/// About how many children there are, if not more than `most`: counts those that came since the
/// last look. A block that was used again meanwhile makes it wrong.
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

/// Gives some of a scope's children, or all. They are alike as far as anyone knows, so the newest
/// go, which are found at once. Of the newest frame's, which the owner is about to spawn more of,
/// half at most where the scheduler says so, and none while it wants more together. Where it is
/// about to run them, few all go: the next one may take long.
unsigned worker::give_children(detail::children_frame& from, demand wanted) {
  if (from.newest_child == nullptr) {
    drop_oldest();  // its last child is running
    return 0;
  }
  const bool all = wanted.siblings == demand::everything;
  const bool filling = spawning_ && &from == newest;
  if (!all && !filling) {
    const std::uint64_t left =
        count_up_to(from.newest_child, std::uint64_t{wanted.few_siblings} + 1);
    if (left <= wanted.few_siblings) {
      return give_few(from, wanted, left);
    }
  }
  const bool half = !all && &from == newest && wanted.keeps_half;
  const std::uint64_t most =
      all ? demand::everything : std::uint64_t{wanted.sibling_pieces} * wanted.siblings;
  if (!all && &from == newest && wanted.fewest_siblings > 1 &&
      gathered_in(from, wanted.fewest_siblings) < wanted.fewest_siblings) {
    return 0;
  }
  const std::uint64_t there = count_up_to(from.newest_child, half ? 2 * most : most);
  const auto going =
      static_cast<std::uint32_t>(half ? std::max<std::uint64_t>(there / 2, 1) : there);
  detail::task* const first = detach_children(from, going);
  // When all go: in pieces small enough that every worker gets some, large enough that one of tiny
  // tasks pays.
  const std::uint32_t piece =
      all ? std::max(going / (2 * team_.reach_of(where_).size()), 1U) : wanted.siblings;
  return publish_siblings(first, going, piece, from.finish);
}

/// Gives all children, which are so many, in pieces such that every worker that wants some gets as
/// many as the others.
unsigned worker::give_few(detail::children_frame& from, demand wanted, std::uint64_t count) {
  const auto going = static_cast<std::uint32_t>(count);
  detail::task* const first = detach_children(from, going);
  const std::uint32_t piece = std::clamp(going / wanted.takers, 1U, wanted.siblings);
  return publish_siblings(first, going, piece, from.finish);
}

/// Takes the newest `count` children, of which there are as many, out of the frame.
detail::task* worker::detach_children(detail::children_frame& from, std::uint32_t count) {
  detail::task* last = from.newest_child;
  for (std::uint32_t i = 1; i < count; ++i) {
    last = last->next;
  }
  detail::task* const first = std::exchange(from.newest_child, std::exchange(last->next, nullptr));
  if (!from.counted_at_home) {
    from.home->parent_detached(static_cast<std::int32_t>(count));
  }
  if (from.newest_child == nullptr) {
    NUTHATCH_ASSERT(oldest_ == &from);
    drop_oldest();
  }
  return first;
}

/// Publishes a chain of `count` siblings, newest first, in pieces whose tasks are oldest first.
unsigned worker::publish_siblings(detail::task* newest_of_them,
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
  unsigned published = 0;
  gave_siblings_ = true;
  while (count > 0) {
    const std::uint32_t size = std::min(piece, count);
    detail::task* last = first;
    for (std::uint32_t i = 1; i < size; ++i) {
      last = last->next;
    }
    detail::task* const rest = std::exchange(last->next, nullptr);
    first->chain = size;
    first->finish = around;
    publish(work::siblings(*first));
    first = rest;
    count -= size;
    ++published;
  }
  return published;
}

}  // namespace nuthatch::core
