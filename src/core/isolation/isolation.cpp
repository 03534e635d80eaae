// SPDX-License-Identifier: Apache-2.0
#include "core/isolation/isolation.hpp"

#include <algorithm>
#include <utility>

#include <nuthatch/errors.hpp>

#include "base/golden_ratio.hpp"
#include "base/sanitizers.hpp"
#include "core/isolation/isolation_turn.hpp"
#include "core/isolation/watched_waits.hpp"
#include "core/team.hpp"

namespace nuthatch::core {

using detail::held_object;
using detail::isolation_block;

namespace {

// The block that the calling foreign thread is in.
constinit thread_local isolation_block* block_of_thread = nullptr;

/// The outermost block that the caller is in, or null.
isolation_block*& current_block() noexcept {
  detail::worker* const self = detail::this_worker();
  return self == nullptr ? block_of_thread : static_cast<worker*>(self)->running().isolated;
}

/// The name of the calling task. Null for a foreign thread, and where waits are not watched.
const char* name_of_caller() noexcept {
  detail::worker* const self = detail::this_worker();
  if (!waits_are_watched || self == nullptr) {
    return nullptr;
  }
  return name_of(static_cast<worker*>(self)->running());
}

}  // namespace

// ---- objects ----

/// Takes an object. The first object of a block goes through the gate (I3).
void isolation::take(bucket& from, held_object& wanted, bool admitted) {
  if (!take_alone(from, wanted, admitted)) {
    take_slow(from, wanted, admitted);
  }
  base::announce_acquire(&from);
}

bool isolation::take_alone(bucket& from, held_object& wanted, bool admitted) noexcept {
  if (!from.take_alone(wanted.object)) {
    return false;
  }
  if (admitted || gate_.load(detail::memory_order_seq_cst) == gate::open) [[likely]] {
    if constexpr (waits_are_watched) {
      from.holder_alone.store(name_of_caller(), detail::memory_order_relaxed);
    }
    return true;
  }
  give_up(from, wanted.object);
  return false;
}

bool isolation::take_listed(bucket& from, held_object& wanted, bool admitted) noexcept {
  const listing all(from);
  return (admitted || !is_closed()) && from.take(wanted);
}

/// Whether an attempt seems useless. A hint.
bool isolation::seems_in_vain(const bucket& from,
                              const void* object,
                              bool admitted) const noexcept {
  return (!admitted && gate_.load(detail::memory_order_relaxed) == gate::closed) ||
         from.word.load(detail::memory_order_relaxed) == reinterpret_cast<std::uintptr_t>(object);
}

void isolation::take_slow(bucket& from, held_object& wanted, bool admitted) {
  if (!admitted) {
    use_gate();
  }
  wanted.holder = name_of_caller();
  waiter me;
  me.wanted = &wanted;
  me.admitted = admitted;
  const auto in_vain = [&] {
    return seems_in_vain(from, wanted.object, admitted);
  };
  const auto taken = [&] {
    return !in_vain() &&
           (take_alone(from, wanted, admitted) || take_listed(from, wanted, admitted));
  };
  while (!taken()) {
    wait_a_moment([&] { return in_vain() || from.busy.load(detail::memory_order_relaxed) != 0; });
    if (taken()) {
      return;
    }
    wait_for_turn(me, [&] {
      const listing all(from);
      me.handed_off = (admitted || !is_closed()) && from.take(wanted);
      if (!me.handed_off) {
        from.enqueue(me);
      }
      return me.handed_off;
    });
    if (me.handed_off) {
      return;
    }
    me.passed_over = true;
  }
}

void isolation::give_up(bucket& to, const void* object) noexcept {
  base::announce_release(&to);
  if (to.release_alone(object)) [[likely]] {
    return;
  }
  waiter* next = nullptr;
  parked* closer = nullptr;
  {
    const listing all(to);
    to.release(object);
    next = to.next_for(object, is_closed());
    closer = to.pop_closer();
  }
  if (next != nullptr) {
    any_resume(*next);
  }
  if (closer != nullptr) {
    any_resume(*closer);
  }
}

void isolation::resume_all(waiter* told) noexcept {
  while (told != nullptr) {
    waiter& each = *told;
    told = each.next;  // the waiter may be gone once it can run
    any_resume(each);
  }
}

// ---- blocks ----

std::size_t isolation::bucket_of(const void* object) noexcept {
  // Fibonacci hashing: the upper bits of the product depend on all of the address.
  constexpr unsigned bits_of_buckets = 6;
  static_assert(buckets == std::size_t{1} << bits_of_buckets);
  return static_cast<std::size_t>((reinterpret_cast<std::uintptr_t>(object) * base::golden_ratio) >>
                                  (64 - bits_of_buckets));
}

/// Sorts the objects for I2 and removes duplicates.
void isolation::put_in_order(isolation_block& block) noexcept {
  held_object* const begin = block.objects_;
  held_object* const end = begin + block.count_;
  const auto key = [](const held_object& one) {
    return std::pair(bucket_of(one.object), reinterpret_cast<std::uintptr_t>(one.object));
  };
  std::sort(
      begin, end, [&](const held_object& a, const held_object& b) { return key(a) < key(b); });
  held_object* const last = std::unique(
      begin, end, [](const held_object& a, const held_object& b) { return a.object == b.object; });
  block.count_ = static_cast<std::size_t>(last - begin);
}

void isolation::enter_objects(isolation_block& block) {
  for (std::size_t i = 0; i < block.count_; ++i) {
    take(buckets_[bucket_of(block.objects_[i].object)], block.objects_[i], /*admitted=*/i > 0);
  }
}

void isolation::enter_all(isolation_block& block) {
  block.all_.object = this;
  take(buckets_[everything], block.all_, /*admitted=*/true);
  // Relaxed: written and read while holding that object.
  block.closed_gate_ = gate_.load(detail::memory_order_relaxed) != gate::unused;
  if (block.closed_gate_) {
    close_gate();
  }
}

void isolation::any_enter(isolation_block& block) {
  put_in_order(block);
  if (const isolation_block* const around = current_block()) {
    if (!around->covers(block)) {
      throw error(
          "isolated: a block is nested in one that does not have all of its objects; name them in "
          "the outer block, too");
    }
    return;
  }
  note_block(/*begins=*/true);
  if (block.objects_ == nullptr) {
    enter_all(block);
  } else {
    enter_objects(block);
  }
  block.within_ = this;
  current_block() = &block;  // looked up again: this may be another worker
}

void isolation::any_leave(isolation_block& block) noexcept {
  current_block() = nullptr;
  if (process_ != process_number()) {
    return;  // this is a copy: its locks may be held by threads of the parent
  }
  if (block.objects_ != nullptr) {
    for (std::size_t i = block.count_; i-- > 0;) {
      const void* const object = block.objects_[i].object;
      give_up(buckets_[bucket_of(object)], object);
    }
  } else {
    if (block.closed_gate_) {
      open_gate();
    }
    give_up(buckets_[everything], this);
  }
  note_block(/*begins=*/false);
}

isolation& isolation::here() {
  // Never destroyed: tasks of detached threads may still use it while the program ends.
  static detail::atomic<isolation*> instance = nullptr;
  isolation* found = instance.load(detail::memory_order_acquire);
  while (found == nullptr || found->process_ != process_number()) {
    auto* const made = new isolation;
    base::announce_release(made);
    // Release: publishes the object. Acquire: makes the winner's object visible.
    if (instance.compare_exchange_strong(
            found, made, detail::memory_order_acq_rel, detail::memory_order_acquire)) {
      return *made;
    }
    delete made;
  }
  base::announce_acquire(found);
  return *found;
}

}  // namespace nuthatch::core

namespace nuthatch::detail {

isolation_block::isolation_block(held_object* objects, std::size_t count)
    : isolation_block(core::isolation::here(), objects, count) {}

isolation_block::isolation_block(core::isolation& within, held_object* objects, std::size_t count)
    : objects_(objects),
      count_(count) {
  within.any_enter(*this);
}

isolation_block::~isolation_block() {
  if (within_ != nullptr) {
    within_->any_leave(*this);
  }
}

/// Whether this block excludes everything that `inner` has to exclude.
bool isolation_block::covers(const isolation_block& inner) const noexcept {
  if (objects_ == nullptr) {
    return true;
  }
  return inner.objects_ != nullptr &&
         std::all_of(inner.objects_, inner.objects_ + inner.count_, [this](const held_object& one) {
           return std::any_of(objects_, objects_ + count_, [&one](const held_object& mine) {
             return mine.object == one.object;
           });
         });
}

}  // namespace nuthatch::detail
