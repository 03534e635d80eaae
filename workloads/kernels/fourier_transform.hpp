// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "workloads/kernels/spectrum.hpp"
#include "workloads/spawning/charged_work.hpp"

namespace nuthatch::workloads {

/// Transforms a random signal repeatedly, and checks the result.
class fourier_transform {
 public:
  static constexpr std::size_t max_points = std::size_t{1} << 26U;

  /// `points` is a power of two. The parallel program spawns nothing up to `cutoff` points, at
  /// least 1.
  fourier_transform(std::size_t points, std::size_t cutoff) : all_(points), cutoff_(cutoff) {}

  /// Clears the transform.
  void start() { all_.start(); }

  /// The plain sequential program.
  void run_serial() { transform_serial(all_, all_.whole()); }

  /// Computes both halves and their combination in parallel. Works for any policy that has a
  /// fork_join(policy, call, call) in its namespace.
  template <class Policy>
  void run(Policy policy) {
    transform(policy, all_.whole());
  }

  /// Returns an empty string if some frequencies agree with the definition and all with the serial
  /// program; else what is wrong. The first call takes as long as a serial run.
  [[nodiscard]] std::string verify();

  [[nodiscard]] std::string answer() const { return all_.answer(); }

 private:
  static constexpr double ns_per_combination = 2.6;

  struct checked_frequency {
    std::size_t frequency;
    complex expected;
  };

  using some_frequencies = std::array<checked_frequency, 3>;

  static void transform_serial(spectrum& of, const spectrum::part& what);
  /// Computes by the definition.
  [[nodiscard]] some_frequencies find_expected() const;

  template <class Policy>
  void combine(Policy policy, const spectrum::part& what, std::size_t begin, std::size_t end) {
    if (end - begin <= cutoff_) {
      state<Policy>(ns_per_combination, end - begin);
      all_.combine(what, begin, end);
      return;
    }
    const std::size_t middle = begin + (end - begin) / 2;
    fork_join(
        policy,
        [&, policy, begin, middle] { combine(policy, what, begin, middle); },
        [&, policy, middle, end] { combine(policy, what, middle, end); });
  }

  template <class Policy>
  void transform(Policy policy, const spectrum::part& what) {
    if (what.length <= cutoff_) {
      state<Policy>(ns_per_combination,
                    what.length / 2 * static_cast<std::size_t>(std::bit_width(what.length) - 1));
      transform_serial(all_, what);
      return;
    }
    fork_join(
        policy,
        [&, policy] { transform(policy, what.even()); },
        [&, policy] { transform(policy, what.odd()); });
    combine(policy, what, 0, what.length / 2);
  }

  spectrum all_;
  std::size_t cutoff_;
  std::optional<some_frequencies> expected_;
  std::unique_ptr<spectrum> serial_;
};

}  // namespace nuthatch::workloads
