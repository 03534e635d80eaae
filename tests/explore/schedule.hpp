#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nuthatch::exploring {

/// A place where the run did not just go on with who was running, and with whom it went on.
struct deviation {
  std::uint32_t decision;  ///< of the run, from 0
  std::uint32_t actor;
};

/// Everything that distinguishes one interleaving of a program from its plainest one.
using schedule = std::vector<deviation>;

/// "17:1,45:0"; "plain" for none.
[[nodiscard]] std::string to_string(const schedule& s);
/// Throws std::invalid_argument naming the text.
[[nodiscard]] schedule parse_schedule(const std::string& text);

/// What a run that may crash writes down where its parent process can read it.
struct running_record {
  static constexpr std::size_t most = std::size_t{1} << 16;

  std::uint64_t run;        ///< its number
  std::uint64_t decisions;  ///< so far
  std::uint64_t deviations;
  std::uint64_t runs_done;
  deviation list[most];

  void begin(std::uint64_t number) {
    run = number;
    decisions = 0;
    deviations = 0;
  }

  [[nodiscard]] schedule copy() const { return {list, list + deviations}; }
};

}  // namespace nuthatch::exploring
