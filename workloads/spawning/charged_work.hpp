// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>

namespace nuthatch::workloads {

/// A policy for programs that state their work, which virtual workers have to know.
template <class Policy>
concept states_work = requires(std::uint64_t ns) { Policy::charge_work(ns); };

/// Charges `units` of work that take `ns_each` nanoseconds here. The workloads' figures are those
/// of their serial programs on the machine of docs/performance.md, rounded. With a policy that does
/// not state work, this generates no code.
template <class Policy, class Count>
[[gnu::always_inline]] inline void state(double ns_each, Count units) {
  if constexpr (states_work<Policy>) {
    constexpr double to_nearest = 0.5;
    Policy::charge_work(
        static_cast<std::uint64_t>(ns_each * static_cast<double>(units) + to_nearest));
  }
}

}  // namespace nuthatch::workloads
