// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nuthatch::exploring {

/// A place of a run: the so manieth decision about the same actor, from 0. That number stays the
/// same when something else is left out of the schedule before.
struct place {
  std::uint32_t actor;
  std::uint32_t number;

  friend bool operator==(const place&, const place&) = default;
};

/// A place where the run did not just go on, or not with the newest value, and what was chosen
/// instead: an actor, or how much older a store.
struct deviation {
  place at;
  std::uint32_t chosen;
};

/// Everything that distinguishes one run of a program from its plainest one.
using schedule = std::vector<deviation>;

/// "0.17:1,1.45:0", which is actor.number:chosen; "plain" for none.
[[nodiscard]] std::string to_string(const schedule& s);
/// Throws std::invalid_argument naming the text.
[[nodiscard]] schedule parse_schedule(const std::string& text);

/// What runs that may crash write down where their parent process can read it.
struct running_record {
  static constexpr std::size_t most = std::size_t{1} << 16;

  std::uint64_t run;        ///< its number
  std::uint64_t decisions;  ///< so far
  std::uint64_t deviations;
  std::uint64_t runs_done;
  std::uint64_t repetitions;  ///< runs that were seen to equal earlier ones
  deviation list[most];

  void begin(std::uint64_t number) {
    run = number;
    decisions = 0;
    deviations = 0;
  }

  [[nodiscard]] schedule copy() const { return {list, list + deviations}; }
};

}  // namespace nuthatch::exploring
