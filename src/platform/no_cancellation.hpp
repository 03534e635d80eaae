// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pthread.h>

namespace nuthatch::platform {

/// During its lifetime, pthread_cancel does not end the calling thread where it reads or writes a
/// file: in a noexcept function, that would terminate the process.
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
