// SPDX-License-Identifier: Apache-2.0

// expected: reading variable 'read_' requires holding mutex 'mutex_'
// expected: writing variable 'written_' requires holding mutex 'mutex_' exclusively
// expected: calling function 'both' requires holding mutex 'mutex_' exclusively
// expected: reading variable 'tried_' requires holding mutex 'mutex_'
// expected: acquiring mutex 'mutex_' that is already held
// expected: mutex 'mutex_' is still held at the end of function
// expected: passing variable 'passed_' by reference requires holding mutex 'mutex_'

#include "atomic/mutex.hpp"
#include "atomic/mutex_lock.hpp"
#include "base/thread_safety.hpp"

namespace nuthatch::detail {

#ifdef NUTHATCH_MUST_FAIL
  #define NUTHATCH_LOCKED(name)
  #define NUTHATCH_LOCKED_AGAIN(name) const mutex_lock name(mutex_)
  #define NUTHATCH_UNLOCK()
#else
  #define NUTHATCH_LOCKED(name) const mutex_lock name(mutex_)
  #define NUTHATCH_LOCKED_AGAIN(name)
  #define NUTHATCH_UNLOCK() mutex_.unlock()
#endif

void change(int& number);

class guarded {
 public:
  int read() {
    NUTHATCH_LOCKED(lock);
    return read_;
  }

  void write() {
    NUTHATCH_LOCKED(lock);
    written_ = 1;
  }

  void pass() {
    NUTHATCH_LOCKED(lock);
    change(passed_);
  }

  int call() {
    NUTHATCH_LOCKED(lock);
    return both();
  }

  int try_to_read() {
#ifdef NUTHATCH_MUST_FAIL
    if (mutex_.try_lock()) {
      mutex_.unlock();
      return 0;
    }
#else
    if (!mutex_.try_lock()) {
      return 0;
    }
    const mutex_lock lock(mutex_, locked_already());
#endif
    return tried_;
  }

  void lock_twice() {
    const mutex_lock lock(mutex_);
    NUTHATCH_LOCKED_AGAIN(again);
  }

  void keep_locked() {
    mutex_.lock();
    NUTHATCH_UNLOCK();
  }

 private:
  int both() NUTHATCH_REQUIRES(mutex_) { return read_ + written_; }

  mutex mutex_;
  int read_ NUTHATCH_GUARDED_BY(mutex_) = 0;
  int written_ NUTHATCH_GUARDED_BY(mutex_) = 0;
  int passed_ NUTHATCH_GUARDED_BY(mutex_) = 0;
  int tried_ NUTHATCH_GUARDED_BY(mutex_) = 0;
};

}  // namespace nuthatch::detail
