// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "cli/measure/splice_plan.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

/// The options for splicing, as typed.
struct splice_flags {
  std::string mode;
  std::string bytes;
  bool ignore_locality = false;

  /// Adds the options. The parser writes to this object later.
  void add_to(CLI::App& command);

  /// The requested plan; nothing if none of the options was typed. Throws usage_error, also if the
  /// workload does not have the mode.
  [[nodiscard]] std::optional<splice_plan> resolve(const workloads::workload& of) const;
};

}  // namespace nuthatch::cli
