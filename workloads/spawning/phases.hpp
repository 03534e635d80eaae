// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::workloads {

/// How a program's phases use schedules.
enum class phase_use : std::uint8_t {
  plain,       ///< nothing
  persistent,  ///< each phase finds its own and follows it: persistent_phase
  designated   ///< each phase designates its own the first time, and follows it afterwards
};

/// Sums over several schedules, or over several runs that followed one.
struct schedule_sums {
  std::size_t steps = 0;
  std::size_t bytes = 0;
  std::size_t migrated = 0;
  bool complete = true;

  std::size_t donations = 0;
  std::size_t missing_steps = 0;
  std::size_t mismatches = 0;
  std::string first_mismatch;  ///< of the first run that had one
  double idle_seconds = 0;

  void add(const schedule& one);
  void add(const replay_result& run);  ///< without the recorded schedule
};

/// Runs the phases of a program: the loops that are the same in each of its iterations. The program
/// numbers phases from 0. Their schedules are kept from run to run of the program.
///
/// May be called by one task at a time, outside of recordings and replays.
class phases {
 public:
  explicit phases(phase_use how = phase_use::plain) : how_(how) {}

  [[nodiscard]] bool plain() const noexcept { return how_ == phase_use::plain; }

  /// Calls body() as this phase. Its spawns should be nearly the same each time. If it designates
  /// workers, it does so from worker 0 on.
  template <class Body>
  void run(std::size_t which, Body&& body) {
    if (plain()) {
      body();
    } else {
      run_held(which, std::ref(body));
    }
  }

  /// Calls body() on the workers that last ran the same pieces of that phase, in any order. If that
  /// phase has not run yet, this is its first run.
  template <class Body>
  void follow(std::size_t which, Body&& body) {
    if (plain()) {
      body();
    } else {
      follow_held(which, std::ref(body));
    }
  }

  /// Begins a run of the program: sums over runs are of its phases from here on.
  void begin_program();

  /// The sums over the current schedules, one for each phase, and over all runs that followed one
  /// since begin_program().
  [[nodiscard]] schedule_sums sums() const;

  /// The schedule of a phase: the one it followed last, or ran by. Empty if it has not run.
  [[nodiscard]] schedule held(std::size_t which) const;

  /// The number of persistent phases in each stage, in the order of phase_stage.
  [[nodiscard]] std::array<std::size_t, 5> stages() const;

  /// Totals over the persistent phases since the first run.
  [[nodiscard]] std::uint64_t restarts() const;
  [[nodiscard]] std::uint64_t runs() const;

 private:
  /// One of the two schedules, as `how_` selects.
  struct phase {
    persistent_phase persistent;
    schedule designated;
    bool has_run = false;
  };

  using any_body = std::function<void()>;

  void run_held(std::size_t which, const any_body& body);
  void follow_held(std::size_t which, const any_body& body);
  [[nodiscard]] const schedule& held_by(const phase& one) const noexcept;

  phase_use how_;
  std::vector<phase> all_;
  schedule_sums followed_;  // since begin_program(), of runs only
};

}  // namespace nuthatch::workloads
