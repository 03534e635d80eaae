// SPDX-License-Identifier: Apache-2.0
#include "openmp/threads/helper_count.hpp"

#include "base/capacity.hpp"
#include "platform/futex.hpp"
#include "platform/instructions.hpp"
#include "platform/yielding.hpp"

namespace nuthatch::openmp {

void helper_count::wait_for_none() noexcept {
  // They have been told, so they come soon where they get a cpu.
  constexpr auto looks_before_yields = base::capacity<unsigned>(/*usual=*/64, /*small=*/1);
  constexpr auto most_looks = base::capacity<unsigned>(/*usual=*/128, /*small=*/1);
  for (unsigned looks = 0; looks < most_looks; ++looks) {
    if (looks < looks_before_yields) {
      platform::cpu_relax();
    } else if (!platform::yields().any_yield_if_short()) {
      break;
    }
    if (word_.load(detail::memory_order_seq_cst) == 0) {
      return;
    }
  }
  std::uint32_t seen = word_.fetch_or(someone_sleeps, detail::memory_order_seq_cst);
  while ((seen & ~someone_sleeps) != 0) {
    platform::futex_wait(word_, seen | someone_sleeps, nullptr);
    seen = word_.load(detail::memory_order_seq_cst);
  }
  // A late one may have come that will find the region closed. It stays counted.
  word_.fetch_and(~someone_sleeps, detail::memory_order_relaxed);
}

void helper_count::wake() noexcept {
  platform::futex_wake(&word_, 1);
}

}  // namespace nuthatch::openmp
