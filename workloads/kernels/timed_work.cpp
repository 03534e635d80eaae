// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/timed_work.hpp"

#include <chrono>
#include <cstdint>
#include <utility>

namespace nuthatch::workloads {

namespace {

constexpr number_range accepted_us{0, 1e6};

std::uint64_t to_ns(double us) {
  return static_cast<std::uint64_t>(us * 1'000);
}

}  // namespace

timed_work::timed_work(const parameters& chosen)
    : ns_(to_ns(chosen.get_double("t"))),
      poll_ns_(to_ns(chosen.get_double("poll"))),
      steps_per_ns_(measure_steps_per_ns()) {}

parameter timed_work::duration(std::array<std::string, 3> by_size) {
  return {"t", "microseconds that a task works", std::move(by_size), accepted_us};
}

parameter timed_work::polling() {
  return {"poll",
          "microseconds of work after which a task answers other workers, 0: only between tasks",
          {"0", "0", "0"},
          accepted_us};
}

void timed_work::spend(std::uint64_t ns) const noexcept {
  burn(static_cast<std::uint64_t>(static_cast<double>(ns) * steps_per_ns_));
}

void timed_work::burn(std::uint64_t steps) noexcept {
  std::uint32_t value = 1;
  for (std::uint64_t i = 0; i < steps; ++i) {
    value = value * 1664525U + 1013904223U;
    asm volatile("" : "+r"(value));  // the compiler has to assume that each value is needed
  }
}

/// Measured once. The fastest of several measurements counts, as the others were disturbed.
double timed_work::measure_steps_per_ns() {
  static const double found = [] {
    using clock = std::chrono::steady_clock;
    constexpr std::uint64_t steps = 50'000;
    double best = 0;
    for (int look = 0; look < 20; ++look) {
      const auto start = clock::now();
      burn(steps);
      const std::chrono::duration<double, std::nano> took = clock::now() - start;
      best = std::max(best, static_cast<double>(steps) / took.count());
    }
    return best;
  }();
  return found;
}

}  // namespace nuthatch::workloads
