// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/environment/start.hpp"
#include "openmp/threads/place_assignment.hpp"

namespace nuthatch::openmp {

struct thread;

/// Whether threads are bound to places at all. It holds for the whole process.
[[nodiscard]] inline bool is_binding_enabled() noexcept {
  return !chosen().places.empty();
}

/// Where the calling thread is, if there are places. A thread that was not made here is bound to
/// the first place when this is asked for the first time.
[[nodiscard]] const thread_place& current_place(thread& self) noexcept;

/// The calling thread runs there from now on. Where the system refuses, it stays where it is.
void bind_to(thread& self, std::uint32_t place) noexcept;

}  // namespace nuthatch::openmp
