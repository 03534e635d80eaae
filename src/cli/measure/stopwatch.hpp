#pragma once

#include <cstdint>

namespace nuthatch::cli {

struct elapsed_time {
  double wall_seconds = 0;
  double cpu_seconds = 0;  ///< of all threads of this process
};

/// Started by its construction. The wall clock is read innermost, so that reading the processor
/// time, a system call, is outside the wall time.
class stopwatch {
 public:
  stopwatch();

  [[nodiscard]] elapsed_time elapsed() const;

 private:
  std::uint64_t cpu_start_;  // nanoseconds, like all of the platform's clocks
  std::uint64_t wall_start_;
};

}  // namespace nuthatch::cli
