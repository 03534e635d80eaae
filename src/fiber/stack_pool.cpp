// SPDX-License-Identifier: Apache-2.0
#include "fiber/stack_pool.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

#include <nuthatch/errors.hpp>

#include "atomic/mutex_lock.hpp"
#include "base/assert.hpp"
#include "base/os_error.hpp"
#include "fiber/overflow.hpp"
#include "fiber/sanitizer.hpp"
#include "platform/memory.hpp"

/// Tells share/gdb/nuthatch.py where to find the spawner of a work-first child.
extern "C" const std::uint32_t nuthatch_layout_for_debuggers[];

[[gnu::used]] const std::uint32_t nuthatch_layout_for_debuggers[] = {
    offsetof(nuthatch::detail::fiber, continuation.tag),
    offsetof(nuthatch::detail::fiber, spawner),
    offsetof(nuthatch::detail::fiber, lowest),
    offsetof(nuthatch::detail::fiber, highest)};

namespace nuthatch::fiber {

namespace {

// 47 colours at a distance of 5 lines: neighbours in a chain of spawns share no set with the ones
// around them, and header, colour and first frames still fit into one or two pages.
constexpr std::size_t colours = 47;
constexpr std::size_t colour_step = 5;
constexpr std::size_t line = 64;

// Guard page, header, colour and a first frame, whatever the size of pages.
constexpr std::size_t pages_at_least = 4;

// The stack space that mapping further stacks needs, or throwing that there are none, with some
// reserve. Frames of a sanitizer build are two to three times as large.
constexpr std::size_t calls_of_ours = std::size_t{detail::sanitized ? 24U : 12U} << 10;

// Small enough that a program of a few tasks pays little, large enough that a deep one seldom maps.
constexpr std::size_t first_slab = 8;
constexpr std::size_t largest_slab = 256;

// Mappings that are left to the rest of the process if the number of stacks is chosen here.
constexpr std::size_t mappings_for_others = 4096;

std::size_t rounded_stack_size(std::size_t bytes) {
  if (bytes < stack_pool::min_stack_size || bytes > stack_pool::max_stack_size) {
    throw option_error("stack_size: " + std::to_string(bytes) + " bytes; it must be between " +
                       std::to_string(stack_pool::min_stack_size) + " and " +
                       std::to_string(stack_pool::max_stack_size));
  }
  return std::bit_ceil(std::max(bytes, pages_at_least * platform::page_size()));
}

// A function, so that nothing runs before main.
detail::atomic<std::size_t>& left_in_use() noexcept {
  static detail::atomic<std::size_t> stacks = 0;
  return stacks;
}

}  // namespace

std::size_t stacks_left_in_use() noexcept {
  return left_in_use().load(detail::memory_order_relaxed);  // statistics only
}

detail::fiber* fiber_at(const void* address, std::size_t stack_size) noexcept {
  const auto slot = reinterpret_cast<std::uintptr_t>(address) & ~(stack_size - 1);
  detail::fiber* found = nullptr;
  std::memcpy(
      &found, reinterpret_cast<const void*>(slot + stack_size - sizeof found), sizeof found);
  return found;
}

std::size_t stack_pool::upper_bits() const noexcept {
  const std::size_t needed = std::bit_ceil(platform::page_size() + calls_of_ours);
  return stack_size_ -
         std::clamp(stack_size_ / 8, std::min(needed, stack_size_ / 2), stack_size_ / 2);
}

stack_pool::stack_pool(std::size_t stack_size, std::size_t max_stacks, std::size_t warm)
    : stack_size_(rounded_stack_size(stack_size)),
      warm_(warm),
      limit_(max_stacks == 0 ? automatic_limit() : max_stacks),
      limit_is_automatic_(max_stacks == 0) {}

stack_pool::~stack_pool() {
  if (free_.size() != made_) {
    left_in_use().fetch_add(made_ - free_.size(), detail::memory_order_relaxed);
  }
  NUTHATCH_ASSERT(free_.size() == made_, "a stack is still in use while its runtime ends");
  for (detail::fiber* idle : free_) {
    sanitizer_forget(*idle);
  }
  for (const slab& s : slabs_) {
    unwatch_stacks(s.first);
    platform::release(s.reserved, s.bytes);
  }
}

std::size_t stack_pool::automatic_limit() {
  // Each stack costs two mappings, itself and its guard.
  const std::size_t mappings = platform::max_map_count();
  return std::max<std::size_t>((mappings - std::min(mappings, mappings_for_others)) / 2, 64);
}

detail::fiber* stack_pool::any_acquire(std::size_t most) {
  const detail::mutex_lock lock(mutex_);
  if (free_.empty()) {
    grow();
  }
  detail::fiber* chain = nullptr;
  for (std::size_t i = 0; i < most && !free_.empty(); ++i) {
    detail::fiber* taken = free_.back();
    free_.pop_back();
    taken->next_free = chain;
    chain = taken;
  }
  cold_ = std::min(cold_, free_.size());
  peak_ = std::max(peak_, made_ - free_.size());
  note_use();
  return chain;
}

void stack_pool::note_use() noexcept {
  const auto quarters = static_cast<unsigned>((made_ - free_.size()) * 4 / limit_);
  if (quarters != quarters_in_use()) {
    quarters_.store(quarters, detail::memory_order_relaxed);
  }
}

void stack_pool::any_release(detail::fiber* chain) noexcept {
  const detail::mutex_lock lock(mutex_);
  while (chain != nullptr) {
    detail::fiber* next = chain->next_free;
    free_.push_back(chain);  // cannot throw: grow() reserved the room
    chain = next;
  }
  note_use();
  while (free_.size() - cold_ > warm_) {
    cool(*free_[cold_++]);
  }
}

void stack_pool::grow() {
  if (made_ >= limit_) {
    throw stack_limit_error(
        "all " + std::to_string(limit_) + " stacks are in use" +
        (limit_is_automatic_ ? " (the limit follows from vm.max_map_count)"
                             : " (options::max_stacks)") +
        ": raise options::max_stacks or NUTHATCH_MAX_STACKS" +
        (limit_is_automatic_ ? " together with vm.max_map_count" : "") +
        ", or let fewer tasks wait at a time: each that is suspended keeps its "
        "stack, as each level of work-first spawns does; help-first children and "
        "launched tasks run on the stack of who waits for them unless another "
        "worker has begun them");
  }
  const std::size_t wanted = std::min({std::max(made_, first_slab), largest_slab, limit_ - made_});
  slabs_.reserve(slabs_.size() + 1);
  free_.reserve(made_ + wanted);
  const slab added = map_slab_or_smaller(wanted);
  slabs_.push_back(added);
  watch_stacks({added.first, added.stacks * stack_size_, stack_size_});
  for (std::size_t i = added.stacks; i-- > 0;) {
    free_.push_back(make_fiber(added.first + i * stack_size_));
  }
}

/// Maps a slab of so many stacks, or of fewer if the system does not provide that.
stack_pool::slab stack_pool::map_slab_or_smaller(std::size_t stacks) const {
  for (;; stacks /= 2) {
    try {
      return map_slab(stacks);
    } catch (const base::os_error& failure) {
      if (stacks == 1) {
        throw stack_limit_error(
            std::to_string(made_) + " stacks of " + std::to_string(stack_size_) +
            " bytes are in use and the system gives no more: " + failure.what());
      }
    }
  }
}

stack_pool::slab stack_pool::map_slab(std::size_t stacks) const {
  slab added{};
  added.bytes = (stacks + 1) * stack_size_;
  added.stacks = stacks;
  added.reserved = platform::reserve(added.bytes);
  const auto start = reinterpret_cast<std::uintptr_t>(added.reserved);
  added.first = added.reserved + ((stack_size_ - (start & (stack_size_ - 1))) & (stack_size_ - 1));
  try {
    platform::commit(added.first, stacks * stack_size_);
    platform::refuse_huge_pages(added.first, stacks * stack_size_);
    for (std::size_t i = 0; i < stacks; ++i) {
      platform::guard(added.first + i * stack_size_, platform::page_size());
    }
  } catch (...) {  // os_error, or no memory for its text
    platform::release(added.reserved, added.bytes);
    throw;
  }
  return added;
}

detail::fiber* stack_pool::make_fiber(std::byte* slot) {
  std::byte* const end = slot + stack_size_;
  const std::size_t colour = (made_ * colour_step) % colours * line;
  std::byte* const header = end - line - colour - sizeof(detail::fiber);
  auto* made = new (header) detail::fiber{};
  made->lowest = slot + platform::page_size();
  made->highest = header;
  made->index = static_cast<std::uint32_t>(made_++);
  std::memcpy(end - sizeof made, &made, sizeof made);
  sanitizer_introduce(*made);
  return made;
}

void stack_pool::cool(detail::fiber& idle) noexcept {
  const auto header = reinterpret_cast<std::uintptr_t>(&idle) & ~(platform::page_size() - 1);
  const auto lowest = reinterpret_cast<std::uintptr_t>(idle.lowest);
  if (header > lowest) {
    platform::discard(idle.lowest, header - lowest);
  }
}

stack_counts stack_pool::counts() const {
  const detail::mutex_lock lock(mutex_);
  return {made_ - free_.size(), peak_};
}

void stack_pool::reset_peak() {
  const detail::mutex_lock lock(mutex_);
  peak_ = made_ - free_.size();
}

}  // namespace nuthatch::fiber
