// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace nuthatch {

/// Counts of what splicing did.
struct splice_counts {
  std::uint64_t invocations = 0;          ///< calls that ran interleaved with others
  std::uint64_t steps = 0;                ///< steps, and parts of steps over an interval
  std::uint64_t switches = 0;             ///< switches from one invocation to another
  std::uint64_t interference_checks = 0;  ///< comparisons of two effects
  std::uint64_t delayed_steps = 0;        ///< steps and parts that had to wait for others
  std::uint64_t dependences = 0;          ///< steps that a delayed step waited for, in turn
  std::size_t peak_delayed_bytes = 0;     ///< maximal memory of delayed steps
  std::uint64_t unspliced = 0;            ///< groups finished one by one, for lack of memory
  std::uint64_t taken_rows = 0;           ///< rows of calls that another worker ran

  splice_counts& operator+=(const splice_counts& more) noexcept {
    invocations += more.invocations;
    steps += more.steps;
    switches += more.switches;
    interference_checks += more.interference_checks;
    delayed_steps += more.delayed_steps;
    dependences += more.dependences;
    peak_delayed_bytes = std::max(peak_delayed_bytes, more.peak_delayed_bytes);
    unspliced += more.unspliced;
    taken_rows += more.taken_rows;
    return *this;
  }
};

}  // namespace nuthatch
