// SPDX-License-Identifier: Apache-2.0
#include "openmp/team/thread_binding.hpp"

#include <cstdio>

#include "base/os_error.hpp"
#include "openmp/environment/linked_runtime.hpp"
#include "openmp/model/thread.hpp"
#include "platform/affinity.hpp"
#include "platform/no_cancellation.hpp"

namespace nuthatch::openmp {

namespace {

/// Warns once that the program continues with a thread that is not bound as requested.
void warn_unbound(const char* why) noexcept {
  static constinit detail::atomic<bool> warned{/*value=*/false};
  if (!warned.exchange(/*value=*/true, detail::memory_order_relaxed)) {
    const platform::no_cancellation guard;
    std::fprintf(stderr, "nuthatch omp: a thread is not bound to its place: %s\n", why);
  }
}

/// Binds the first thread before main(), as programs expect that examine where they may run. This
/// excludes programs that do not need an OpenMP runtime and into which this one is only preloaded:
/// their child processes would find one place. If such a program encounters a region after all, its
/// thread is bound then.
[[gnu::constructor]] void bind_first_thread() {
  if (is_read_at_load() && is_binding_enabled() && is_runtime_linked()) {
    static_cast<void>(current_place(this_thread()));
  }
}

}  // namespace

const thread_place& current_place(thread& self) noexcept {
  thread_place& at = self.member->place;
  if (at.place == thread_place::unbound) {
    at = {0, {0, static_cast<std::uint32_t>(env_settings().places.size())}};
    bind_to(self, at.place);
  }
  return at;
}

void bind_to(thread& self, std::uint32_t place) noexcept {
  if (self.bound_place == place) {
    return;
  }
  self.bound_place = place;
  try {
    platform::set_affinity(env_settings().places[place]);
  } catch (const base::os_error& refused) {
    warn_unbound(refused.what());
  }
}

}  // namespace nuthatch::openmp
