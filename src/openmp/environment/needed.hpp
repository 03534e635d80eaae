#pragma once

namespace nuthatch::openmp {

/// Whether the program, or a library that is loaded with it, names an OpenMP runtime as one that it
/// needs: libgomp.so.1 or libomp.so.5. False where it was only preloaded.
[[nodiscard]] bool is_needed() noexcept;

}  // namespace nuthatch::openmp
