// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "benchmarks/peers/shared/settings.hpp"
#include "workloads/kernels/message.hpp"

namespace nuthatch::peers {

/// A task that does almost nothing: it adds the number of the round to its own slot.
struct mark_slot {
  std::uint32_t* slots;
  std::uint32_t round;

  void operator()(std::size_t index) const { slots[index] += round; }
};

/// The same after `work` multiplications, each of which depends on the previous one.
struct work_then_mark_slot {
  std::uint32_t* slots;
  std::uint32_t round;
  std::uint32_t work;

  [[nodiscard]] std::uint32_t mark() const {
    std::uint32_t value = round;
    for (std::uint32_t i = 0; i < work; ++i) {
      value = value * 1664525U + 1013904223U;
    }
    return value;
  }

  void operator()(std::size_t index) const { slots[index] += mark(); }
};

/// `rounds` times `tasks` of these tasks; each round is joined before the next one begins.
class fj_rounds {
 public:
  static settings::values defaults() {
    return {{"tasks", "1024"}, {"rounds", "20000"}, {"work", "0"}};
  }

  explicit fj_rounds(const settings& parameters)
      : slots_(static_cast<std::size_t>(parameters.integer("tasks", 1, 1 << 28))),
        rounds_(static_cast<std::uint32_t>(parameters.integer("rounds", 1, 1'000'000'000))),
        work_(static_cast<std::uint32_t>(parameters.integer("work", 0, 1'000'000'000))) {}

  void reset() { std::ranges::fill(slots_, 0U); }

  [[nodiscard]] std::string answer() const {
    return workloads::message(rounds_, " x ", slots_.size(), " tasks, slots ", slots_.front());
  }

  [[nodiscard]] std::string verify() const {
    std::uint32_t expected = 0;
    for (std::uint32_t round = 1; round <= rounds_; ++round) {
      expected += work_then_mark_slot{nullptr, round, work_}.mark();
    }
    const auto wrong = std::ranges::find_if(slots_, [&](auto mark) { return mark != expected; });
    return wrong == slots_.end()
               ? ""
               : workloads::message(
                     "slot ", wrong - slots_.begin(), ": expected ", expected, ", found ", *wrong);
  }

  [[nodiscard]] std::size_t tasks() const { return slots_.size(); }

  [[nodiscard]] std::uint32_t rounds() const { return rounds_; }

  /// Calls body(task_of), where task_of(round) is the task of that round, rounds from 1 to
  /// rounds(). The body has to call task(i) for every i below tasks(), and again after all those
  /// calls have returned for the next round.
  template <class Body>
  void with_tasks(Body&& body) {
    if (work_ == 0) {
      body([slots = slots_.data()](std::uint32_t round) { return mark_slot{slots, round}; });
    } else {
      body([slots = slots_.data(), work = work_](std::uint32_t round) {
        return work_then_mark_slot{slots, round, work};
      });
    }
  }

  /// Calls run_round(task, tasks()) for every round.
  template <class RunRound>
  void for_each_round(RunRound&& run_round) {
    with_tasks([&](auto task_of) {
      for (std::uint32_t round = 1; round <= rounds_; ++round) {
        run_round(task_of(round), tasks());
      }
    });
  }

 private:
  std::vector<std::uint32_t> slots_;
  std::uint32_t rounds_;
  std::uint32_t work_;
};

/// The tasks are spawned from a flat loop.
struct fj_problem : fj_rounds {
  static constexpr const char* name = "fj";
  using fj_rounds::fj_rounds;
};

/// The tasks are spawned by halving their range.
struct fj_rec_problem : fj_rounds {
  static constexpr const char* name = "fj-rec";
  using fj_rounds::fj_rounds;
};

}  // namespace nuthatch::peers
