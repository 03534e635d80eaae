// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "cli/measure/summary.hpp"
#include "cli/system/child_process.hpp"

namespace nuthatch::cli {

enum class contender_kind : std::uint8_t { serial, scheduler, peer };
enum class run_status : std::uint8_t { right, wrong, failed, unavailable };

/// "serial", "scheduler", "peer"
const char* to_string(contender_kind kind);
/// "right", "wrong", "failed", "unavailable"
const char* to_string(run_status status);

/// One way to run a workload, as a command that runs it once and prints a JSON object; and the
/// results.
struct contender {
  contender_kind kind = contender_kind::serial;
  std::string name = {};    ///< "serial", or the name of the scheduler or peer
  std::string policy = {};  ///< of schedulers only
  unsigned workers = 1;
  std::vector<std::string> command = {};  ///< empty if it is unavailable from the start

  run_status status = run_status::right;  ///< no more runs after the first that is wrong or fails
  std::string reason = {};                ///< why the status is not `right`
  std::string answer = {};
  std::vector<double> seconds = {};
  std::vector<double> cpu_seconds = {};
  std::vector<statistics> counters = {};       ///< of schedulers only
  std::optional<statistics> with_spawns = {};  ///< if the run counted spawns
  std::uint64_t peak_rss_bytes = 0;            ///< the highest of all runs

  /// "work_stealing work_first", "onetbb (peer)"
  [[nodiscard]] std::string label() const;

  void end_with(run_status how, std::string why) {
    status = how;
    reason = std::move(why);
  }
};

/// The result of one contender for one workload.
struct standing {
  std::optional<summary> wall;        ///< seconds; nothing unless every answer was right
  std::optional<summary> cpu;         ///< seconds
  std::optional<summary> wall_ratio;  ///< to the serial program's median
  std::optional<summary> cpu_ratio;
  std::optional<unsigned> rank;  ///< from 1, by median wall time; the serial program has none
};

/// The results, in the order of the contenders. The first contender is the serial program.
std::vector<standing> standings(const std::vector<contender>& contenders);

/// Parameters by name, as texts.
using parameter_values = std::map<std::string, std::string, std::less<>>;

/// Adds the output of one process of a contender. An answer counts as right only if the process
/// reported so, ended successfully, and ran with the requested parameters.
void read_run(const parameter_values& expected, const child_result& result, contender& who);

/// Whether two answers are the same: as texts, or as numbers up to the rounding that another order
/// of additions causes.
bool same_answer(const std::string& one, const std::string& other);

}  // namespace nuthatch::cli
