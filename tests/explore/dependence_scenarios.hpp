// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platform/platform.hpp"

namespace nuthatch::exploring {

/// A task continues after another one, which may be complete before, and two tasks wait for the
/// continuation.
void continued_task(platform::platform& on, unsigned workers, const char* scheduler);

/// A task begins when three futures are complete, some of which others wait for.
void after_all_of_three(platform::platform& on, unsigned workers, const char* scheduler);

/// A task begins when one of three futures is complete; then the others are taken or dropped.
void after_one_of_three(platform::platform& on, unsigned workers, const char* scheduler);

}  // namespace nuthatch::exploring
