// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/errors.hpp>

namespace nuthatch::schedules {

/// Another recording or replay is running in the runtime, and the calling task is no part of it.
class already_running : public error {
 public:
  using error::error;
};

}  // namespace nuthatch::schedules
