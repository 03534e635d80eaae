#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cli/present/time_estimate.hpp"
#include "cli/system/terminal.hpp"

namespace nuthatch::cli {

struct progress_state {
  std::string title;
  std::string label;                ///< what runs now
  double elapsed = 0;               ///< seconds
  std::optional<double> remaining;  ///< seconds; not known at first
};

/// One line of at most `width` columns; the bar shrinks first, then goes, then the text is cut.
std::string progress_line(const progress_state& state, std::size_t width);

/// A line on standard error that says how far a list of runs has come and how long the rest will
/// take. Appears when the whole takes more than two seconds, on a terminal only, and is gone when
/// this object is.
///
/// Roles: the owner calls everything; a helper thread redraws a few times a second, so that the
/// time left counts down within a long run. It does so on terminals only: a measurement whose
/// output goes elsewhere is not disturbed.
class progress {
 public:
  /// `runs` as for time_estimate.
  progress(const terminal& screen, std::string title, const std::vector<unsigned>& runs);
  ~progress();
  progress(const progress&) = delete;
  progress& operator=(const progress&) = delete;
  progress(progress&&) = delete;
  progress& operator=(progress&&) = delete;

  /// The run before this one, if any, is finished by it.
  void run_starts(std::size_t kind, std::string label);

  /// There will be no further runs of this kind.
  void drop(std::size_t kind);

 private:
  using clock = std::chrono::steady_clock;

  void redraw_until_done();
  void draw();  // with mutex_ held

  const terminal screen_;
  const std::string title_;
  const clock::time_point start_ = clock::now();

  std::mutex mutex_;  // guards what follows
  std::condition_variable done_changed_;
  time_estimate estimate_;
  std::optional<std::size_t> running_;
  clock::time_point running_since_ = start_;
  std::string label_ = "preparing";
  bool done_ = false;
  bool drawn_ = false;

  std::thread helper_;
};

}  // namespace nuthatch::cli
