#pragma once

namespace nuthatch::openmp {

/// The task that the calling thread runs, as an address. Nested locks belong to it.
[[nodiscard]] const void* current_task() noexcept;

}  // namespace nuthatch::openmp
