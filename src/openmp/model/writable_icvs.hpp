// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "openmp/model/icvs.hpp"

namespace nuthatch::openmp {

struct task;
struct thread;

/// The ICVs of the calling task, for changing. Tasks that it has generated before keep their
/// values.
[[nodiscard]] icvs& writable_icvs(thread& self) noexcept;

/// Releases the ICV copy of a completed task.
void release_icvs(task& ended) noexcept;

}  // namespace nuthatch::openmp
