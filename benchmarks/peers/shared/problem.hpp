// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/peers/shared/settings.hpp"

namespace nuthatch::peers {

/// A prepared problem together with the started runtime that solves it.
class problem {
 public:
  problem() = default;
  problem(const problem&) = delete;
  problem& operator=(const problem&) = delete;
  virtual ~problem() = default;

  /// Restores the input before every run; not timed.
  virtual void reset() = 0;
  /// Solves the problem; timed.
  virtual void run() = 0;
  /// Returns the result of the last run as a short text, the same for every peer.
  [[nodiscard]] virtual std::string answer() const = 0;
  /// Returns what is wrong with the last result; empty if it is right.
  virtual std::string verify() = 0;
};

struct problem_kind {
  std::string name;
  settings::values defaults;
  /// Builds the input and starts the threads of the runtime.
  std::function<std::unique_ptr<problem>(const settings&, unsigned workers)> prepare;
};

struct peer {
  std::string name;
  std::string version;
  std::string compiler;
  std::vector<problem_kind> problems;
};

}  // namespace nuthatch::peers
