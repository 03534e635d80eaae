// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

namespace nuthatch::platform {

/// As long as this is there, pthread_cancel does not end the calling thread where it reads a file
/// or writes to one: in a function that is noexcept this would end the process.
class no_cancellation {
 public:
  no_cancellation() noexcept { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }

  no_cancellation(const no_cancellation&) = delete;
  no_cancellation& operator=(const no_cancellation&) = delete;

  ~no_cancellation() { pthread_setcancelstate(before_, nullptr); }

 private:
  int before_ = PTHREAD_CANCEL_ENABLE;
};

}  // namespace nuthatch::platform
