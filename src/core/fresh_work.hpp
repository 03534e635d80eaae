#pragma once

#include <nuthatch/detail/fiber.hpp>

#include "core/work.hpp"

namespace nuthatch::core {

/// Runs fresh work on the calling fiber, which was started for it, to its end. Returns the task
/// that waited for it and that is to go on now, null when there is none. The caller is then perhaps
/// on another worker.
[[nodiscard]] detail::fiber* run_fresh(work fresh);

/// What spawned the work, for diagnoses.
[[nodiscard]] const char* origin_of(work fresh) noexcept;

}  // namespace nuthatch::core
