// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>

namespace nuthatch::testing {

/// How a child process came to its end.
struct child_end {
  bool in_time = false;  ///< by itself; else it was killed
  int status = 0;        ///< as waitpid gives it
  std::string output;    ///< what it wrote to stdout and stderr

  [[nodiscard]] bool exited_with(int code) const noexcept;
  [[nodiscard]] std::string describe() const;
};

/// Longer than anything takes on a loaded machine, and shorter than a night.
inline constexpr std::chrono::seconds usual_limit{120};

/// Runs body() in a forked child and waits for its end. The child exits with 0 if the body returned
/// and no expectation in it failed, else with 1. To be called while the process has one thread.
child_end in_child(const std::function<void()>& body, std::chrono::seconds limit = usual_limit);

/// The same; fails the running test unless the child exits in time with `code`.
child_end expect_in_child(const std::function<void()>& body,
                          int code = 0,
                          std::chrono::seconds limit = usual_limit);

/// How many threads the process has.
unsigned threads_now();

}  // namespace nuthatch::testing
