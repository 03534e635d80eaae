// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <utility>

#include <nuthatch/detail/stack_cache.hpp>

#include "base/capacity.hpp"
#include "fiber/stack_pool.hpp"

namespace nuthatch::detail {

namespace {

// The number of stacks of ended tasks that a worker collects before it returns a part. A few dozen
// keep the workers off each other and the pool's lock. The memory is bounded by that times the
// number of workers.
constexpr auto ended_kept = base::capacity<std::uint32_t>(64, 2);

}  // namespace

void stack_cache::fill(nuthatch::fiber::stack_pool& from, unsigned workers, fiber* running) {
  // A few at a time: enough to keep off the pool's lock, few enough that shallow programs have few.
  constexpr auto most = base::capacity<std::size_t>(8, 2);
  fiber* const chain =
      from.any_acquire(std::min(most, from.limit() / (2 * std::size_t{workers}) + 1));
  std::uint32_t position = 0;
  if (running != nullptr) {
    running->next_free = chain;  // B3
    position = running->position + 1;
  }
  for (fiber* each = chain; each != nullptr; each = each->next_free) {
    each->position = position++;  // B4
  }
  first_ = chain;
}

fiber& stack_cache::take_for_start() noexcept {
  fiber& taken = *first_;
  first_ = taken.next_free;
  if (ended_ > 0) {
    --ended_;
  }
  return taken;
}

void stack_cache::put_ended(fiber& ended) noexcept {
  if (first_ != nullptr) {
    ended.position = first_->position - 1;
  }
  ended.next_free = first_;
  first_ = &ended;
  ++ended_;
}

void stack_cache::begin_chain(fiber& first, std::uint32_t threshold) noexcept {
  if (first_ != nullptr) {
    first.position = first_->position - 1;
  }
  shorten_chain(first, threshold);
}

void stack_cache::trim(nuthatch::fiber::stack_pool& to) noexcept {
  if (ended_ < 2 * ended_kept) {
    return;
  }
  ended_ -= ended_kept;
  fiber* const chain = first_;
  if (chain == nullptr) {
    return;  // work-first spawns whose continuation was stolen took them all again
  }
  fiber* last = chain;
  for (std::uint32_t i = 1; i < ended_kept && last->next_free != nullptr; ++i) {
    last = last->next_free;
  }
  first_ = std::exchange(last->next_free, nullptr);
  to.any_release(chain);
}

void stack_cache::clear(nuthatch::fiber::stack_pool& to) noexcept {
  if (first_ != nullptr) {
    to.any_release(std::exchange(first_, nullptr));
  }
  ended_ = 0;
}

}  // namespace nuthatch::detail
