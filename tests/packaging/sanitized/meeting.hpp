// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#include <sched.h>

#include <nuthatch/nuthatch.hpp>

/// Where two tasks wait for each other, so that one of them has been stolen. Orders nothing else.
class meeting {
 public:
  void join() {
    arrived_.fetch_add(1, std::memory_order_relaxed);
    while (arrived_.load(std::memory_order_relaxed) < 2) {
      nuthatch::poll();
      sched_yield();
    }
  }

 private:
  std::atomic<int> arrived_ = 0;
};
