// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "workloads/parameters.hpp"
#include "workloads/spawning/with_policy.hpp"

namespace nuthatch::workloads {

/// Work that takes a given time: a chain of multiplications that the compiler cannot shorten, as
/// long as an undisturbed processor of this machine needs that time for. So a task that is
/// interrupted takes longer, and two tasks that share a processor take twice as long, like real
/// work.
class timed_work {
 public:
  /// From the parameters below.
  explicit timed_work(const parameters& chosen);

  /// The parameter t in microseconds, with its values by size.
  static parameter duration(std::array<std::string, 3> by_size);
  /// The parameter poll in microseconds.
  static parameter polling();

  void run_serial() const noexcept { spend(ns_); }

  /// Does the work in a task, polling for requests of other workers as often as `poll` states. On
  /// virtual workers, the time is charged and not spent.
  template <class Policy>
  void run(Policy /*policy*/) const {
    const std::uint64_t piece = poll_ns_ == 0 ? ns_ : poll_ns_;
    for (std::uint64_t done = 0; done < ns_; done += piece) {
      const std::uint64_t now = std::min(piece, ns_ - done);
      if constexpr (states_work<Policy>) {
        Policy::charge_work(now);
      } else {
        spend(now);
        if (poll_ns_ != 0) {
          poll();
        }
      }
    }
  }

 private:
  void spend(std::uint64_t ns) const noexcept;
  static void burn(std::uint64_t steps) noexcept;
  static double measure_steps_per_ns();

  std::uint64_t ns_;
  std::uint64_t poll_ns_;
  double steps_per_ns_;
};

}  // namespace nuthatch::workloads
