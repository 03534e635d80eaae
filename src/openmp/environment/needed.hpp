#pragma once

namespace nuthatch::openmp {

/// Whether the program, or a library that is loaded with it, names an OpenMP runtime as one that it
/// needs, by any of the names that runtimes have. False where it was only preloaded.
[[nodiscard]] bool is_needed() noexcept;

}  // namespace nuthatch::openmp
