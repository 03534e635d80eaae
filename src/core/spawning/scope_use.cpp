// SPDX-License-Identifier: Apache-2.0
#include "core/spawning/scope_use.hpp"

#include <array>
#include <cstdio>
#include <utility>

#include "base/assert.hpp"
#include "core/worker.hpp"
#include "fiber/stack_address.hpp"

namespace nuthatch::core {

using detail::children_frame;
using detail::scope_use;

namespace {

constexpr std::array<const char*, 3> uses{"spawned into", "synced", "ended"};

[[noreturn]] void refuse(const children_frame& used,
                         scope_use how,
                         const detail::code_place* made,
                         const char* where) noexcept {
  std::array<char, 512> name{};
  if (made != nullptr) {
    static_cast<void>(std::snprintf(name.data(),
                                    name.size(),
                                    ", made at %s:%u in %s,",
                                    made->file,
                                    made->line,
                                    made->function));
  }
  std::array<char, 1024> text{};
  static_cast<void>(std::snprintf(
      text.data(),
      text.size(),
      "the scope at %p%s is %s %s; only the task that made a scope may spawn into it, sync it and "
      "end it. Remedy: nuthatch::group for what several tasks spawn into, or a scope for each.%s",
      static_cast<const void*>(&used),
      name.data(),
      uses[static_cast<std::size_t>(how)],
      where,
      name[0] == 0 ? " Code compiled without NDEBUG reports here where the scope was made." : ""));
  base::end_program(text.data());
}

/// Whether the frame of a caller, a fork_join or a work-first spawn, is in front of `used` in the
/// list.
bool passes_over_callers(const worker& self, const children_frame& used, bool& found) noexcept {
  bool over = false;
  found = false;
  for (const detail::frame* f = self.frames.newest(); f != nullptr && !f->published();
       f = f->older) {
    if (f == &used) {
      found = true;
      return over;
    }
    over = over || f->tag.is_fork() || f->tag.is_continuation();
  }
  return false;
}

/// Whether the scope is not a local variable of the running task, which may use it.
bool kept_elsewhere(const worker& self, const children_frame& used) noexcept {
  return used.made_by_foreign || !on_stack(self.running(), fiber::stack_address(&used));
}

/// Whether a callable of a fork_join is running that began after the scope, deeper on the same
/// stack.
bool inside_of_newer_fork(const worker& self, const children_frame& used) noexcept {
  if (kept_elsewhere(self, used)) {
    return false;
  }
  const void* const scope_lies = fiber::stack_address(&used);
  for (const detail::frame* f = self.frames.newest(); f != nullptr && !f->published();
       f = f->older) {
    const void* const lies = fiber::stack_address(f);
    if (!on_stack(self.running(), lies) || lies > scope_lies) {
      return false;
    }
    if (f->tag.is_fork()) {
      return true;
    }
  }
  return false;
}

/// Whether a callable that checked code has noted on this stack began after the scope.
bool inside_of_noted_callable(const worker& self, const children_frame& used) noexcept {
  const detail::fiber& here = self.running();
  if (here.callable == nullptr) {
    return false;
  }
  if (kept_elsewhere(self, used)) {
    // Work that runs for a foreign thread began after that thread created the scope. For other
    // scopes, the time of creation is not known.
    return used.made_by_foreign && here.caller != nullptr && used.creator == here.caller;
  }
  return fiber::stack_address(here.callable) < fiber::stack_address(&used);
}

}  // namespace

void require_own(const worker& self,
                 const children_frame& used,
                 scope_use how,
                 const detail::code_place* made) {
  const detail::fiber& here = self.running();
  // A call of a foreign thread runs as a root task while the thread waits, and may use the thread's
  // scopes.
  const bool own = used.made_by_foreign ? used.creator == here.caller && here.caller != nullptr
                                        : on_stack(here, used.creator);
  if (!own) {
    refuse(used, how, made, "by another task");
  }
  if (used.is_clean() || used.published()) {
    return;
  }
  bool found = false;
  if (passes_over_callers(self, used, found)) {
    refuse(used, how, made, "inside of a callable of a fork_join");
  }
  if (!found) {
    refuse(used, how, made, "after a spawn inside of a callable of a fork_join");
  }
}

}  // namespace nuthatch::core

namespace nuthatch::detail {

void check_scope_use(const children_frame& used, scope_use how, const code_place* made) {
  const auto* const self = static_cast<const core::worker*>(this_worker());
  if (self == nullptr) {
    if (!used.made_by_foreign || used.creator != this_thread()) {
      core::refuse(used, how, made, "on a thread that runs no task");
    }
    return;
  }
  core::require_own(*self, used, how, made);
  if (used.checked == scope_check::joining) {
    core::refuse(used, how, made, "inside of one of its children");
  }
  if (core::inside_of_newer_fork(*self, used) || core::inside_of_noted_callable(*self, used)) {
    core::refuse(
        used, how, made, "inside of a callable of a fork_join or the body of a parallel loop");
  }
}

void* note_callable(void* innermost) noexcept {
  const auto* const self = static_cast<const core::worker*>(this_worker());
  return self == nullptr ? nullptr : std::exchange(self->running().callable, innermost);
}

}  // namespace nuthatch::detail
