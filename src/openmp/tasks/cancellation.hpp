// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nuthatch::openmp {

struct thread;

/// The constructs that can be cancelled: the parallel region, the current worksharing construct,
/// the innermost taskgroup.
enum class cancelled_construct : unsigned char { region, worksharing, taskgroup };

/// Whether the construct was cancelled. Always false unless OMP_CANCELLATION is true.
[[nodiscard]] bool is_cancelled(const thread& self, cancelled_construct construct) noexcept;

/// Cancels the construct. Does nothing and returns false unless OMP_CANCELLATION is true.
bool cancel(thread& self, cancelled_construct construct) noexcept;

}  // namespace nuthatch::openmp
