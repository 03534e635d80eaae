// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "openmp/environment/env_settings.hpp"
#include "openmp/model/place_assignment.hpp"

namespace nuthatch::openmp {

struct thread;

/// Whether threads are bound to places at all. Constant for the process.
[[nodiscard]] inline bool is_binding_enabled() noexcept {
  return !env_settings().places.empty();
}

/// The place of the calling thread, if threads are bound. The first call of a thread that the
/// runtime did not create binds it to the first place.
[[nodiscard]] const thread_place& current_place(thread& self) noexcept;

/// Binds the calling thread to the place. It stays where it is if the system refuses.
void bind_to(thread& self, std::uint32_t place) noexcept;

}  // namespace nuthatch::openmp
