// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstdint>

#include <nuthatch/detail/arch.hpp>
#include <nuthatch/detail/worker.hpp>

namespace nuthatch {

/// Accounts for `ns` nanoseconds of work that the calling task does itself. On virtual workers this
/// advances the worker's clock, which does not measure real time; on other workers it only does
/// what poll() does.
///
/// @param ns  the duration of the work, in nanoseconds.
///
/// Who may call: any thread; outside of tasks the call has no effect. Cost: one relaxed load,
/// unless another thread has a request for the worker.
[[gnu::always_inline]] inline void charge_work(std::uint64_t ns) {
  detail::worker* const self = detail::this_worker();
  if (self != nullptr && self->poll_pending()) [[unlikely]] {
    detail::charge_work_slow(*self, ns);
  }
}

/// Returns true if charge_work() has an effect on the calling thread, which is the case in tasks on
/// virtual workers.
[[nodiscard]] bool work_is_charged() noexcept;

}  // namespace nuthatch
