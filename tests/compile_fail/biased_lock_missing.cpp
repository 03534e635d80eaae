// SPDX-License-Identifier: Apache-2.0

// expected: writing variable 'shared_' requires holding biased_lock 'lock_' exclusively
// expected: releasing biased_lock 'lock_' that was not held

#include "base/thread_safety.hpp"
#include "schedulers/channel/biased_lock.hpp"

namespace nuthatch::scheduling {

class guarded {
 public:
  void owner_write(platform::worker_team& threads) {
#ifndef NUTHATCH_MUST_FAIL
    lock_.owner_enter(threads, 0);
    shared_ = 1;
#endif
    lock_.owner_leave();
  }

  void thief_write(platform::worker_team& threads) {
    if (!lock_.thief_enter(threads, 1)) {
#ifdef NUTHATCH_MUST_FAIL
      shared_ = 2;
#endif
      return;
    }
    shared_ = 3;
    lock_.thief_leave();
  }

 private:
  biased_lock lock_{true};
  int shared_ NUTHATCH_GUARDED_BY(lock_) = 0;
};

}  // namespace nuthatch::scheduling
