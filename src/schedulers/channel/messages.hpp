// SPDX-License-Identifier: Apache-2.0
#pragma once

// The messages between workers of the scheduler `channel`. Messages are copied, and contain nothing
// that has to be freed; work travels as a reference.

#include <cstdint>

#include <nuthatch/policy.hpp>

#include "core/work_item.hpp"

namespace nuthatch::scheduling {

class worker_deques;

/// One of the work items of an answer, from victim to thief.
struct task_message {
  core::work_item what;
  std::uint32_t left = 0;     ///< the number of work items of the same answer that follow
  std::uint32_t victim = 0;   ///< the worker that answered
  std::uint32_t tasks = 0;    ///< in `what`, which other workers may run once it was put away
  std::uint64_t sent_ns = 0;  ///< on the platform's clock
};

/// A thief's request for work. It travels from victim to victim until one of them has work, and
/// back to its thief if none has; there are no other answers.
///
/// The order of the victims is fixed when the request is sent: of the n - 1 others, counted from
/// the thief on, number `first + i * stride` modulo n - 1 is the i-th. The stride is coprime to n -
/// 1, so each occurs once.
struct steal_request {
  worker_deques* to = nullptr;  ///< where the answer goes, over a separate channel
  std::uint32_t thief = 0;
  std::uint32_t number = 0;  ///< which of the thief's requests: see request_state
  std::uint32_t first = 0;
  std::uint32_t stride = 1;
  std::uint32_t tried = 0;  ///< how many of the others it was sent to, or skipped because their
                            ///< channel was closed or full
  steal_amount wanted = steal_amount::one;  ///< one or half
  bool idle = false;                        ///< false: the thief has not run out of work yet

  /// Returns the next of `workers` to try. Requires that one is left.
  [[nodiscard]] std::uint32_t take_victim(std::uint32_t workers) noexcept {
    const std::uint32_t others = workers - 1;
    const auto offset =
        static_cast<std::uint32_t>((first + std::uint64_t{tried} * stride) % others);
    ++tried;
    const std::uint32_t victim = thief + 1 + offset;
    return victim < workers ? victim : victim - workers;
  }
};

static_assert(sizeof(steal_request) <= 32, "requests are as small as in Prell and Rauber");

/// A report about a worker to the manager of the termination detection.
struct idle_report {
  std::uint32_t worker = 0;
  bool idle = false;  ///< false: it is about to get work, or searches for it again
};

}  // namespace nuthatch::scheduling
