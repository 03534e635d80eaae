// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>

namespace nuthatch::workloads {

/// A policy for programs that say what they work, which virtual workers have to be told.
template <class Policy>
concept states_work = requires(std::uint64_t ns) { Policy::charge_work(ns); };

/// The task does `units` of something that takes `ns_each` nanoseconds here. The workloads' figures
/// are those of their serial programs on the machine of docs/performance.md, rounded. With a policy
/// that does not state work, this is no code at all.
template <class Policy, class Count>
[[gnu::always_inline]] inline void state(double ns_each, Count units) {
  if constexpr (states_work<Policy>) {
    constexpr double to_nearest = 0.5;
    Policy::charge_work(
        static_cast<std::uint64_t>(ns_each * static_cast<double>(units) + to_nearest));
  }
}

}  // namespace nuthatch::workloads
