// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/threads/icvs.hpp"

namespace nuthatch::openmp {

struct task;
struct thread;

/// What the calling task has set for itself, to be changed. Tasks that it has made before, which
/// have what it had then, do not see it.
[[nodiscard]] icvs& writable_icvs(thread& self) noexcept;

/// The task has ended, or ends: what it has set for itself goes, unless others have it.
void release_icvs(task& ended) noexcept;

}  // namespace nuthatch::openmp
