#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::cli {

enum class contender_kind : std::uint8_t { serial, scheduler, peer };

/// One way to run a workload, as a command that runs it once and prints a JSON object.
struct contender {
  contender_kind kind = contender_kind::serial;
  std::string name;    ///< "serial", or of the scheduler or peer
  std::string policy;  ///< of schedulers only
  unsigned workers = 1;
  std::vector<std::string> command;
  std::string unavailable;  ///< why it is not run at all; empty when it is

  /// "work_stealing work_first", "onetbb (peer)"
  [[nodiscard]] std::string label() const;
};

enum class run_status : std::uint8_t { right, wrong, failed, unavailable };

/// "right", "wrong", "failed", "unavailable"
const char* to_string(run_status status);

/// All runs of one contender. The first that is wrong or fails is the last.
struct contender_record {
  run_status status = run_status::right;
  std::string reason;  ///< why the status is not `right`
  std::string answer;
  std::vector<double> seconds;
  std::vector<double> cpu_seconds;
  std::vector<statistics> counters;       ///< of schedulers only
  std::optional<statistics> with_spawns;  ///< what is counted only together with spawns
  std::uint64_t peak_rss_bytes = 0;       ///< the highest of all runs
};

}  // namespace nuthatch::cli
