#include "core/forked_child.hpp"

#include <cstdint>

#include "base/assert.hpp"
#include "core/worker.hpp"
#include "platform/forking.hpp"

namespace nuthatch::core {

namespace {

// Written when there is one thread, before others can be made that read them.
constinit std::uint32_t number = 0;
constinit const worker* copied = nullptr;

void begin_child() {
  ++number;
  if (detail::worker* const self = detail::this_worker(); self != nullptr) {
    copied = static_cast<worker*>(self);
    self->attention.fetch_or(left_behind, detail::memory_order_relaxed);
  }
}

}  // namespace

std::uint32_t process_number() noexcept {
  return number;
}

bool is_left_behind(const worker& self) noexcept {
  return copied == &self;
}

void watch_forks() {
  static const bool watched = (platform::on_fork_in_child(begin_child), true);
  static_cast<void>(watched);
}

void end_forked_child() noexcept {
  base::end_program(
      "a task called fork and went on, in the child process, to where it needs the other workers, "
      "which only the parent has. Remedy: in the child, end with exec, _exit or exit before the "
      "next spawn, join or end of the task, or make a runtime of its own.");
}

}  // namespace nuthatch::core
