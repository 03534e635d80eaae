// SPDX-License-Identifier: Apache-2.0
#include "core/process/process_fork.hpp"

#include <cstdint>

#include "base/assert.hpp"
#include "core/worker.hpp"
#include "platform/forking.hpp"
#include "platform/native_team.hpp"

namespace nuthatch::core {

namespace {

// Written while there is one thread, before others that read it can be created.
constinit std::uint32_t number = 0;
constinit const worker* copied = nullptr;

void begin_child() {
  ++number;
  platform::awake_workers().forget_all();
  if (detail::worker* const self = detail::this_worker(); self != nullptr) {
    copied = static_cast<worker*>(self);
    self->polled.any_set(in_forked_process);
  }
}

constinit platform::fork_action beginning(begin_child);

// If that fails, the first team tries again and reports the error.
[[maybe_unused]] const bool watched_when_loaded = beginning.try_watch();

}  // namespace

std::uint32_t process_number() noexcept {
  return number;
}

bool is_in_forked_process(const worker& self) noexcept {
  return copied == &self;
}

void watch_forks() {
  beginning.watch();
}

void end_in_forked_process() noexcept {
  base::end_program(
      "a task called fork and continued in the child process until it needs other workers, which "
      "only the parent process has. Remedy: in the child, call exec, _exit or exit before the next "
      "spawn, join or end of the task, or make a new runtime.");
}

}  // namespace nuthatch::core
