// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>

#include "cli/measure/splice_plan.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::cli {

/// The options about splicing, as typed.
struct splice_flags {
  std::string mode;
  std::string bytes;
  bool ignore_locality = false;

  /// The parser writes here later.
  void add_to(CLI::App& command);

  /// What they ask for; nothing where none was typed. Throws usage_error, also where the workload
  /// does not have the mode.
  [[nodiscard]] std::optional<splice_plan> resolve(const workloads::workload& of) const;
};

}  // namespace nuthatch::cli
