// SPDX-License-Identifier: Apache-2.0
#include "platform/forking.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>

#include <pthread.h>

#include "base/os_error.hpp"
#include "base/thread_safety.hpp"

namespace nuthatch::platform {

namespace {

constinit std::array<detail::mutex, 8> locks{};
constinit detail::atomic<bool> locks_watched{/*value=*/false};

void close_all() {
  std::for_each(
      locks.begin(), locks.end(), [](detail::mutex& each) NUTHATCH_ACQUIRE(each) { each.lock(); });
}

void open_all() {
  std::for_each(locks.rbegin(), locks.rend(), [](detail::mutex& each) NUTHATCH_RELEASE(each) {
    each.unlock();
  });
}

void require(int code) {
  if (code != 0) {
    throw base::os_error(code, "have child processes told apart from their parents");
  }
}

}  // namespace

detail::mutex& lock_of(first_use what) noexcept {
  return locks[static_cast<std::size_t>(what)];
}

void on_fork_in_child(void (*action)()) {
  if (!locks_watched.exchange(/*value=*/true, detail::memory_order_relaxed)) {
    require(pthread_atfork(close_all, open_all, open_all));
  }
  require(pthread_atfork(nullptr, nullptr, action));
}

void fork_action::watch() {
  if (watched_.exchange(/*value=*/true, detail::memory_order_acq_rel)) {
    return;
  }
  try {
    on_fork_in_child(action_);
  } catch (...) {
    watched_.store(/*value=*/false, detail::memory_order_release);
    throw;
  }
}

bool fork_action::try_watch() noexcept {
  try {
    watch();
  } catch (const std::exception&) {
    return false;
  }
  return true;
}

}  // namespace nuthatch::platform
