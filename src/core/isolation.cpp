#include "core/isolation.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include <nuthatch/errors.hpp>

#include "base/sanitizers.hpp"
#include "core/team.hpp"
#include "core/watched_waits.hpp"
#include "platform/instructions.hpp"

namespace nuthatch::core {

using detail::held_object;
using detail::isolation_block;

namespace {

// The block that the calling foreign thread is in.
constinit thread_local isolation_block* block_of_thread = nullptr;

/// The outermost block that the caller is in; null when there is none.
isolation_block*& current_block() noexcept {
  detail::worker* const self = detail::this_worker();
  return self == nullptr ? block_of_thread : static_cast<worker*>(self)->running().isolated;
}

/// Of the calling task. Null: a foreign thread, or where waits are not watched.
const char* name_of_caller() noexcept {
  detail::worker* const self = detail::this_worker();
  if (!waits_are_watched || self == nullptr) {
    return nullptr;
  }
  return name_of(static_cast<worker*>(self)->running());
}

/// For about as long as a short block takes. Only then it is worth being suspended.
void wait_a_moment(const detail::atomic<std::uint32_t>& busy) {
  detail::worker* const on = detail::this_worker();
  for (unsigned looks = 1; busy.load(detail::memory_order_relaxed) != 0; ++looks) {
    constexpr unsigned most_looks = 64;
    if (on == nullptr) {
      platform::cpu_relax();
      if (looks == most_looks) {
        return;
      }
    } else {
      const auto& self = static_cast<worker&>(*on);
      if (!self.home().threads().wait_a_little(self.index(), looks)) {
        return;
      }
    }
  }
}

/// Waits until any_resume(me), unless enlist(), which is not interrupted, says that it need not.
template <class Enlist>
void wait_for_turn(parked& me, Enlist&& enlist) {
  detail::worker* const on = detail::this_worker();
  if (on == nullptr) {
    if (!enlist()) {
      me.foreign.bed().owner_park();
      base::announce_acquire(&me);
    }
    return;
  }
  park_task(me,
            static_cast<worker&>(*on),
            {[](void* p) noexcept { return (*static_cast<std::remove_reference_t<Enlist>*>(p))(); },
             &enlist});
}

}  // namespace

// ---- objects ----

void isolation::take(bucket& from, held_object& wanted, bool inside) {
  wanted.holder = name_of_caller();
  waiter me;
  me.wanted = &wanted;
  me.inside = inside;
  const auto taken = [&] {
    const std::lock_guard lock(from.mutex);
    return from.take(wanted, inside);
  };
  while (!taken()) {
    wait_a_moment(from.busy);
    if (taken()) {
      return;
    }
    wait_for_turn(me, [&] {
      const std::lock_guard lock(from.mutex);
      me.handed = from.take(wanted, inside);
      if (!me.handed) {
        from.enqueue(me);
      }
      return me.handed;
    });
    if (me.handed) {
      return;
    }
    me.passed_over = true;
  }
}

void isolation::give_up(bucket& to, held_object& held_one) noexcept {
  waiter* next = nullptr;
  parked* closer = nullptr;
  {
    const std::lock_guard lock(to.mutex);
    to.release(held_one);
    next = to.next_for(held_one.object);
    closer = to.closed_by();
  }
  if (next != nullptr) {
    any_resume(*next);
  }
  if (closer != nullptr) {
    any_resume(*closer);
  }
}

// ---- whole buckets ----

void isolation::resume_all(waiter* told) noexcept {
  while (told != nullptr) {
    waiter& each = *told;
    told = each.next;  // it is gone once it can run
    any_resume(each);
  }
}

/// Keeps others out of it and waits for those inside.
void isolation::close(bucket& whole) {
  waiter* stranded = nullptr;
  {
    const std::lock_guard lock(whole.mutex);
    whole.closed = true;
    if (whole.held == nullptr) {
      return;
    }
    stranded = whole.stranded();
  }
  resume_all(stranded);
  wait_a_moment(whole.busy);
  parked me;
  wait_for_turn(me, [&] {
    const std::lock_guard lock(whole.mutex);
    if (whole.held == nullptr) {
      return true;
    }
    whole.closing = &me;
    return false;
  });
}

void isolation::open(bucket& whole) noexcept {
  waiter* next = nullptr;
  {
    const std::lock_guard lock(whole.mutex);
    whole.closed = false;
    // All look for themselves, as they may wait for different objects, but for I5.
    next = std::exchange(whole.first, nullptr);
    whole.end = &whole.first;
    for (waiter* each = next; each != nullptr; each = each->next) {
      each->handed = each->passed_over && whole.take(*each->wanted, each->inside);
    }
  }
  resume_all(next);
}

// ---- blocks ----

std::size_t isolation::bucket_of(const void* object) noexcept {
  // Fibonacci hashing: the upper bits of the product depend on all of the address.
  constexpr std::uint64_t golden = 0x9E3779B97F4A7C15;
  constexpr unsigned bits_of_buckets = 6;
  static_assert(buckets == std::size_t{1} << bits_of_buckets);
  return static_cast<std::size_t>((reinterpret_cast<std::uintptr_t>(object) * golden) >>
                                  (64 - bits_of_buckets));
}

/// I2, each object once.
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
  // Acquire: pairs with the release below; from then on blocks without objects close the buckets.
  if (!objects_known_.load(detail::memory_order_acquire)) {
    held_object all{.object = this};
    take(buckets_[everything], all, /*inside=*/false);
    objects_known_.store(/*value=*/true, detail::memory_order_release);
    give_up(buckets_[everything], all);
  }
  std::size_t before = everything;
  for (std::size_t i = 0; i < block.count_; ++i) {
    const std::size_t now = bucket_of(block.objects_[i].object);
    take(buckets_[now], block.objects_[i], now == before);
    before = now;
  }
}

void isolation::enter_all(isolation_block& block) {
  block.all_.object = this;
  take(buckets_[everything], block.all_, /*inside=*/false);
  // Relaxed: written and read under that object.
  block.closed_buckets_ = objects_known_.load(detail::memory_order_relaxed);
  if (block.closed_buckets_) {
    for (std::size_t i = 0; i < buckets; ++i) {
      close(buckets_[i]);
    }
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
  current_block() = &block;  // looked up again: perhaps this is another worker
}

void isolation::any_leave(isolation_block& block) noexcept {
  current_block() = nullptr;
  if (process_ != process_number()) {
    return;  // a copy, whose locks may be held by threads that are not here
  }
  if (block.objects_ != nullptr) {
    for (std::size_t i = block.count_; i-- > 0;) {
      give_up(buckets_[bucket_of(block.objects_[i].object)], block.objects_[i]);
    }
  } else {
    if (block.closed_buckets_) {
      for (std::size_t i = buckets; i-- > 0;) {
        open(buckets_[i]);
      }
    }
    give_up(buckets_[everything], block.all_);
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
    // Release: the object. Acquire: that of whoever was first.
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

/// Whether it keeps out whatever `inner` has to.
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
