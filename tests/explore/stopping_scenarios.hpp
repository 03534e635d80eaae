// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "platform/platform.hpp"

namespace nuthatch::exploring {

/// An async stops its finish while others begin, spawn and wait under it. A finish inside of the
/// stopped one may not report that it is done if an async of it was left out.
void stopped_finish(platform::platform& on, unsigned workers, const char* scheduler);

/// A task of a group stops the group while its owner and another task spawn into it, and uses it
/// again.
void stopped_group(platform::platform& on, unsigned workers, const char* scheduler);

/// Two tasks stop the same finish, and another finish inside of it is stopped, too.
void stopped_twice(platform::platform& on, unsigned workers, const char* scheduler);

/// Forks of both policies under a finish for two workers, which contains one for one worker.
void limited_workers(platform::platform& on, unsigned workers, const char* scheduler);

}  // namespace nuthatch::exploring
