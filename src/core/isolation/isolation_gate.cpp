// SPDX-License-Identifier: Apache-2.0

// Blocks without objects, which exclude all others by a gate.

#include <cstddef>
#include <cstdint>

#include "base/sanitizers.hpp"
#include "core/isolation/isolation.hpp"
#include "core/isolation/isolation_turn.hpp"

namespace nuthatch::core {

/// Called before the first block on objects begins. From then on, blocks without objects close the
/// gate.
void isolation::use_gate() {
  if (gate_.load(detail::memory_order_acquire) != gate::unused) {
    return;
  }
  detail::held_object all{.object = this};
  take(buckets_[everything], all, /*admitted=*/true);
  if (gate_.load(detail::memory_order_relaxed) == gate::unused) {
    gate_.store(gate::open, detail::memory_order_seq_cst);
  }
  give_up(buckets_[everything], this);
}

/// Whether a block holds anything in the bucket. Only blocks that are inside already can still
/// enter it.
bool isolation::is_held(bucket& behind_gate) noexcept {
  const std::uintptr_t word = behind_gate.word.load(detail::memory_order_seq_cst);
  if (word != inflated) {
    return word != free;
  }
  waiter* stranded = nullptr;
  bool held = false;
  {
    const listing all(behind_gate);
    stranded = behind_gate.stranded();
    held = behind_gate.held != nullptr;
  }
  resume_all(stranded);
  return held;
}

void isolation::wait_until_free(bucket& behind_gate) {
  const auto in_use = [&] {
    const std::uintptr_t word = behind_gate.word.load(detail::memory_order_seq_cst);
    return word == inflated ? behind_gate.busy.load(detail::memory_order_relaxed) != 0
                            : word != free;
  };
  wait_a_moment(in_use);
  // Acquire: makes visible what the blocks inside did. The hint above does not suffice.
  if (behind_gate.word.load(detail::memory_order_acquire) == free) {
    return;
  }
  parked me;
  wait_for_turn(me, [&] {
    const listing all(behind_gate);
    if (behind_gate.held == nullptr) {
      return true;
    }
    behind_gate.closing = &me;
    return false;
  });
}

/// Keeps other blocks out and waits for those inside. Inspects all buckets first: waiters in some
/// of them may have to resume (`stranded`) before other buckets become free.
void isolation::close_gate() {
  gate_.store(gate::closed, detail::memory_order_seq_cst);
  static_assert(buckets <= 64, "as many bits");
  std::uint64_t in_use = 0;
  for (std::size_t i = 0; i < buckets; ++i) {
    in_use |= is_held(buckets_[i]) ? std::uint64_t{1} << i : 0;
  }
  for (std::size_t i = 0; i < buckets; ++i) {
    if ((in_use >> i & 1U) != 0) {
      wait_until_free(buckets_[i]);
    }
  }
  if (base::thread_sanitizer_is_there()) {
    for (bucket& each : buckets_) {
      base::announce_acquire(&each);
    }
  }
}

void isolation::open_gate() noexcept {
  if (base::thread_sanitizer_is_there()) {
    for (bucket& each : buckets_) {
      base::announce_release(&each);
    }
  }
  gate_.store(gate::open, detail::memory_order_seq_cst);
  for (std::size_t i = 0; i < buckets; ++i) {
    if (buckets_[i].word.load(detail::memory_order_seq_cst) != inflated) {
      continue;
    }
    waiter* told = nullptr;
    {
      const listing all(buckets_[i]);
      told = buckets_[i].pop_to_retry();
    }
    resume_all(told);
  }
}

}  // namespace nuthatch::core
