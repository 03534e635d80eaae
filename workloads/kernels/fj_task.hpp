// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "workloads/workload.hpp"

namespace nuthatch::workloads {

/// The work of a task in the fork/join micro-benchmarks: next to nothing, but so that it shows
/// afterwards whether each task of each round ran exactly once.
///
/// Task i adds the number of the round to slot i. No two tasks of a round share a slot. The slots
/// are adjacent, since padding them would cost more than an empty task.
struct mark_slot {
  std::uint32_t* slots;
  std::uint32_t round;

  void operator()(std::size_t index) const { slots[index] += round; }

  /// Its approximate time in nanoseconds.
  [[nodiscard]] static double ns() { return 1.5; }
};

/// The same after some work: a chain of multiplications that the compiler cannot shorten.
struct work_then_mark_slot {
  std::uint32_t* slots;
  std::uint32_t round;
  std::uint32_t work;

  static std::uint32_t result_of(std::uint32_t round, std::uint32_t work) {
    std::uint32_t value = round;
    for (std::uint32_t i = 0; i < work; ++i) {
      value = value * 1664525U + 1013904223U;
    }
    return value;
  }

  void operator()(std::size_t index) const { slots[index] += result_of(round, work); }

  [[nodiscard]] double ns() const { return 1.5 + 1.2 * work; }
};

/// The slots of a run, its rounds and its check, which fj and fj-rec share.
class fj_rounds {
 public:
  explicit fj_rounds(const parameters& chosen);

  /// The parameters of both, with the number of rounds by size.
  static std::vector<parameter> list();

  void reset() { slots_.assign(slots_.size(), 0); }

  [[nodiscard]] std::string verify() const;
  [[nodiscard]] std::string answer() const;

  /// Calls run_round(task, number of tasks) for each round, where task is one of the above.
  template <class RunRound>
  void run(RunRound&& run_round) {
    for (std::uint32_t round = 1; round <= rounds_; ++round) {
      if (work_ == 0) {
        run_round(mark_slot{slots_.data(), round}, slots_.size());
      } else {
        run_round(work_then_mark_slot{slots_.data(), round, work_}, slots_.size());
      }
    }
  }

 private:
  std::vector<std::uint32_t> slots_;
  std::uint32_t rounds_;
  std::uint32_t work_;
};

}  // namespace nuthatch::workloads
