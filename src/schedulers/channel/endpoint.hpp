// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <nuthatch/detail/atomic.hpp>

#include "base/cache_line.hpp"
#include "channels/mpsc_channel.hpp"
#include "platform/platform.hpp"
#include "schedulers/channel/messages.hpp"
#include "schedulers/channel/steal_history.hpp"
#include "schedulers/channel/worker_deques.hpp"

namespace nuthatch::scheduling {

/// The state of one worker: its channels, to which others send, and its private state.
///
/// Its inbox is open while it may have work to give: from when it gets some, until it receives a
/// request and has none. A worker that runs tasks with a closed inbox is requested through its poll
/// word instead, so that it opens the inbox when it has work again. Deques that seem filled are a
/// stronger hint: what a task spawned is in them only after a request.
struct alignas(base::interference_size) endpoint {
  /// Throws std::bad_alloc.
  endpoint(platform::worker_team& threads, unsigned owner, std::uint32_t requests)
      : inbox(requests),
        deques(threads, owner) {
    held.reserve(requests);
  }

  // The part that other workers access.
  channels::mpsc_channel<steal_request> inbox;
  detail::atomic<std::uint64_t> looked_ns{0};  // when the owner last checked its inbox; a hint
  alignas(base::interference_size)
      worker_deques deques;  // with the request, and the channel for answers

  // The part that only the owner accesses.
  alignas(base::interference_size) std::vector<steal_request> held;  // received, not answered yet
  bool is_open = true;                                               // whether the inbox is open
  steal_history record;
  std::uint32_t acquisitions = 0;
  std::uint32_t last_victim = 0;  // the worker that answered last
  std::uint32_t failures = 0;     // consecutive requests that came back
  bool counted_idle = false;      // by the termination detector, while it sleeps
  std::uint64_t since_ns = 0;     // when it ran out of work, or last restarted its search
  std::uint64_t asked_ns = 0;     // when the pending request was sent
  std::uint64_t ask_from_ns = 0;  // earliest time of a request: see backoff_ns in thief.cpp
  std::uint64_t patience_ns = 0;  // for tiny siblings

  /// Opens or closes the inbox.
  void set_open(bool open) noexcept {
    if (is_open == open) {
      return;
    }
    is_open = open;
    if (open) {
      inbox.receiver_reopen();
    } else {
      inbox.receiver_close();
    }
  }
};

}  // namespace nuthatch::scheduling
