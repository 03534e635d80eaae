#include "cli/measure/stopwatch.hpp"

#include "platform/clock.hpp"

namespace nuthatch::cli {

namespace {

double to_seconds(std::uint64_t nanoseconds) {
  return static_cast<double>(nanoseconds) / 1e9;
}

}  // namespace

// The order matters, and members are initialised in the order of their declaration.
stopwatch::stopwatch()
    : cpu_start_(platform::process_cpu_ns()),
      wall_start_(platform::monotonic_ns()) {}

elapsed_time stopwatch::elapsed() const {
  const std::uint64_t wall = platform::monotonic_ns() - wall_start_;
  return {.wall_seconds = to_seconds(wall),
          .cpu_seconds = to_seconds(platform::process_cpu_ns() - cpu_start_)};
}

}  // namespace nuthatch::cli
