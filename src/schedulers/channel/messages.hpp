// SPDX-License-Identifier: Apache-2.0
#pragma once

// What workers of the scheduler `channel` send each other. Messages are copied, and hold nothing
// that has to be freed; work travels as a reference.

#include <cstdint>

#include <nuthatch/policy.hpp>

#include "core/work_item.hpp"

namespace nuthatch::scheduling {

class worker_deques;

/// One of the work items of an answer, from victim to thief.
struct task_message {
  core::work_item what;
  std::uint32_t left = 0;     ///< so many work items of the same answer follow
  std::uint32_t victim = 0;   ///< whose answer it is
  std::uint32_t tasks = 0;    ///< in `what`, which can be anywhere once it was put away
  std::uint64_t sent_ns = 0;  ///< on the platform's clock
};

/// A thief's wish for work. It goes from victim to victim until one of them has some, and back to
/// its thief when nobody had; there are no other answers.
///
/// The victims come in an order that is fixed when the request is sent: of the n - 1 others,
/// counted from the thief on, number `first + i * stride` modulo n - 1 is the i-th. The stride has
/// no divisor in common with n - 1, so each comes once.
struct steal_request {
  worker_deques* to = nullptr;  ///< where the answer goes, over a channel of its own
  std::uint32_t thief = 0;
  std::uint32_t number = 0;  ///< which of the thief's requests: see request_state
  std::uint32_t first = 0;
  std::uint32_t stride = 1;
  std::uint32_t tried = 0;  ///< how many of the others it was sent to, or would have been but for a
                            ///< closed or full channel
  steal_amount wanted = steal_amount::one;  ///< one or half
  bool idle = false;                        ///< false: the thief has not run out of work yet

  /// The next victim among `workers`, which has not been tried yet.
  [[nodiscard]] std::uint32_t take_victim(std::uint32_t workers) noexcept {
    const std::uint32_t others = workers - 1;
    const auto offset =
        static_cast<std::uint32_t>((first + std::uint64_t{tried} * stride) % others);
    ++tried;
    const std::uint32_t victim = thief + 1 + offset;
    return victim < workers ? victim : victim - workers;
  }
};

static_assert(sizeof(steal_request) <= 32, "as large as Prell and Rauber have it");

/// What the manager of the termination detection is told of a worker.
struct idle_report {
  std::uint32_t worker = 0;
  bool idle = false;  ///< false: it is about to be given work, or looks for it again
};

}  // namespace nuthatch::scheduling
