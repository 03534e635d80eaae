// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cmath>
#include <cstdint>

#include <nuthatch/deadline.hpp>
#include <nuthatch/errors.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"
#include "platform/alarm.hpp"
#include "platform/clock.hpp"

namespace nuthatch::detail {

later_call::later_call(std::chrono::duration<double> after, function call, void* argument) {
  constexpr double longest = 1e9;  // seconds, which are 30 years
  const double seconds = after.count() < longest ? after.count() : longest;
  const auto ns = static_cast<std::uint64_t>(std::ceil(seconds * 1e9));
  alarm_ = new platform::alarm(platform::monotonic_ns() + ns, call, argument);
}

later_call::~later_call() {
  delete static_cast<platform::alarm*>(alarm_);
}

void require_real_time() {
  const auto* const self = static_cast<const core::worker*>(this_worker());
  if (self != nullptr && self->team().is_virtual()) {
    throw error(
        "a finish on virtual workers has no deadline: their time is not that of a clock; stop it "
        "with stop_finish, or use a native runtime");
  }
}

}  // namespace nuthatch::detail
