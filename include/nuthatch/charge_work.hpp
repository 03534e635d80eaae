// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstdint>

#include <nuthatch/detail/arch.hpp>
#include <nuthatch/detail/worker.hpp>

namespace nuthatch {

/// Says that the calling task does `ns` nanoseconds of work of its own here. On virtual workers
/// that is what moves their clocks on, since nobody measures the real time; on others it does what
/// poll() does.
///
/// Who may call: any thread; does nothing outside of tasks. Cost: one relaxed load on workers that
/// nobody asks for anything.
[[gnu::always_inline]] inline void charge_work(std::uint64_t ns) {
  detail::worker* const self = detail::this_worker();
  if (self != nullptr && self->poll_pending()) [[unlikely]] {
    detail::charge_work_slow(*self, ns);
  }
}

/// Whether charge_work() does anything where it is called: in a task on virtual workers.
[[nodiscard]] bool work_is_charged() noexcept;

}  // namespace nuthatch
