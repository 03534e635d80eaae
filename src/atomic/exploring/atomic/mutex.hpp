#pragma once

// The twin of atomic/mutex.hpp in builds that explore interleavings: being locked out is a choice
// point, too. All threads that lock it share one OS thread.

#include <mutex>

#include "atomic/choice.hpp"

namespace nuthatch::detail {

class mutex {
 public:
  void lock() noexcept {
    exploring::choose();
    while (locked_) {
      exploring::choose(exploring::access::locked_out);
    }
    locked_ = true;
  }

  void unlock() noexcept {
    locked_ = false;
    exploring::choose(exploring::access::unlocked);
  }

 private:
  bool locked_ = false;
};

}  // namespace nuthatch::detail
