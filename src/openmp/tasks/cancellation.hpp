// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nuthatch::openmp {

struct thread;

/// What can be cancelled: the region, the worksharing construct at hand, the innermost taskgroup.
enum class cancelled_construct : unsigned char { region, worksharing, taskgroup };

/// Whether it was. Never, unless OMP_CANCELLATION is true.
[[nodiscard]] bool is_cancelled(const thread& self, cancelled_construct construct) noexcept;

/// Cancels it. False, and nothing, unless OMP_CANCELLATION is true.
bool cancel(thread& self, cancelled_construct construct) noexcept;

}  // namespace nuthatch::openmp
