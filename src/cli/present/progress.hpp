// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "atomic/mutex.hpp"
#include "base/thread_safety.hpp"
#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

/// Predicts the duration of a known number of runs from those that are done.
class time_estimate {
 public:
  /// `runs[k]` is the number of runs of kind k.
  explicit time_estimate(const std::vector<unsigned>& runs);

  void finished(std::size_t kind, double seconds);

  /// There will be no further runs of this kind.
  void dropped(std::size_t kind) { kinds_.at(kind).left = 0; }

  /// Seconds until all runs are done, if one of kind `running` has been running for `running_for`.
  /// Kinds not seen yet are assumed to last as long as the others on average. Nothing before the
  /// first run is finished.
  [[nodiscard]] std::optional<double> remaining(std::size_t running, double running_for) const;

 private:
  struct kind_record {
    unsigned left = 0;
    unsigned done = 0;
    double seconds = 0;  ///< of those done
  };

  std::vector<kind_record> kinds_;
};

struct progress_state {
  std::string title;
  std::string label;                ///< the current run
  double elapsed = 0;               ///< seconds
  std::optional<double> remaining;  ///< seconds; unknown at first
};

/// One line of at most `width` columns. If space is short, the bar shrinks first, then disappears,
/// then the text is cut.
std::string progress_line(const progress_state& state, std::size_t width);

/// A line on standard error with the progress of a list of runs and the remaining time. Appears on
/// terminals only, if the whole takes more than two seconds, and disappears with this object.
///
/// Roles: the owner calls everything. A helper thread redraws a few times a second, so that the
/// remaining time counts down within a long run. It exists on terminals only: it does not disturb a
/// measurement whose output goes elsewhere.
class progress {
 public:
  /// `runs` as for time_estimate.
  progress(const terminal& screen, std::string title, const std::vector<unsigned>& runs);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;
  progress(progress&&) = delete;
  progress& operator=(progress&&) = delete;

  /// A run starts, which ends the previous one, if any.
  void run_starts(std::size_t kind, std::string label);

  /// There will be no further runs of this kind.
  void drop(std::size_t kind);

 private:
  using clock = std::chrono::steady_clock;

  void redraw_until(const std::stop_token& done);
  void draw() NUTHATCH_REQUIRES(mutex_);

  const terminal screen_;
  const std::string title_;
  const clock::time_point start_ = clock::now();

  detail::mutex mutex_;
  std::condition_variable_any done_changed_;
  time_estimate estimate_ NUTHATCH_GUARDED_BY(mutex_);
  std::optional<std::size_t> running_ NUTHATCH_GUARDED_BY(mutex_);
  clock::time_point running_since_ NUTHATCH_GUARDED_BY(mutex_) = start_;
  std::string label_ NUTHATCH_GUARDED_BY(mutex_) = "preparing";
  bool drawn_ NUTHATCH_GUARDED_BY(mutex_) = false;

  std::jthread helper_;
};

}  // namespace nuthatch::cli
