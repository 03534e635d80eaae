// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/peers/shared/settings.hpp"

namespace nuthatch::peers {

/// One prepared problem together with the started runtime that is to solve it.
class problem {
 public:
  problem() = default;
  problem(const problem&) = delete;
  problem& operator=(const problem&) = delete;
  virtual ~problem() = default;

  /// Untimed, before every run: restores the input.
  virtual void reset() = 0;
  /// The timed part.
  virtual void run() = 0;
  /// The last run's result as a short text, the same for every peer.
  [[nodiscard]] virtual std::string answer() const = 0;
  /// Empty when the last run's result is right, else what is wrong with it.
  virtual std::string verify() = 0;
};

struct problem_kind {
  std::string name;
  settings::values defaults;
  /// Builds the input and starts the runtime's threads.
  std::function<std::unique_ptr<problem>(const settings&, unsigned workers)> prepare;
};

struct peer {
  std::string name;
  std::string version;
  std::string compiler;
  std::vector<problem_kind> problems;
};

}  // namespace nuthatch::peers
