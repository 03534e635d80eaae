// SPDX-License-Identifier: Apache-2.0
#include "core/process/process_fork.hpp"

#include <cstdint>
#include <exception>

#include <nuthatch/detail/atomic.hpp>

#include "base/assert.hpp"
#include "core/worker.hpp"
#include "platform/forking.hpp"
#include "platform/native_team.hpp"

namespace nuthatch::core {

namespace {

// Written while there is one thread, before others that read it can be created.
constinit std::uint32_t number = 0;
constinit const worker* copied = nullptr;
constinit detail::atomic<bool> watched{/*value=*/false};

void begin_child() {
  ++number;
  platform::awake_workers().forget_all();
  if (detail::worker* const self = detail::this_worker(); self != nullptr) {
    copied = static_cast<worker*>(self);
    self->polled.any_set(in_forked_process);
  }
}

/// Registers when the program is loaded. Later, a thread could fork while another one creates the
/// first runtime.
[[maybe_unused]] const bool watched_when_loaded = [] {
  try {
    watch_forks();
  } catch (const std::exception&) {
    return false;  // the first team tries again and reports the error
  }
  return true;
}();

}  // namespace

std::uint32_t process_number() noexcept {
  return number;
}

bool is_in_forked_process(const worker& self) noexcept {
  return copied == &self;
}

void watch_forks() {
  if (watched.exchange(/*value=*/true, detail::memory_order_acq_rel)) {
    return;
  }
  try {
    platform::on_fork_in_child(begin_child);
  } catch (...) {
    watched.store(/*value=*/false, detail::memory_order_release);
    throw;
  }
}

void end_in_forked_process() noexcept {
  base::end_program(
      "a task called fork and continued in the child process until it needs other workers, which "
      "only the parent process has. Remedy: in the child, call exec, _exit or exit before the next "
      "spawn, join or end of the task, or make a new runtime.");
}

}  // namespace nuthatch::core
