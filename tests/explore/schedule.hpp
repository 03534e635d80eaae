// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nuthatch::exploring {

/// A place of a run: decision number `number` about `actor`, counted from 0. The number does not
/// change if a deviation of another actor is removed from the schedule.
struct place {
  std::uint32_t actor;
  std::uint32_t number;

  friend bool operator==(const place&, const place&) = default;
};

/// A place where the run deviates from the plain one. `chosen` is another actor than the one that
/// would have continued, or how much older the loaded store is than the newest.
struct deviation {
  place at;
  std::uint32_t chosen;
};

/// The deviations of a run from the plain run of the program.
using schedule = std::vector<deviation>;

/// Returns, for example, "0.17:1,1.45:0", that is actor.number:chosen; "plain" if there are none.
[[nodiscard]] std::string to_string(const schedule& s);
/// Throws std::invalid_argument, which names the text.
[[nodiscard]] schedule parse_schedule(const std::string& text);

/// What a run writes to memory that it shares with its parent process, because the run may crash.
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
