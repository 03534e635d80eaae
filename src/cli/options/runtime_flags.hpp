// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "runtime/option_list.hpp"
#include "twin/machine_model.hpp"

namespace nuthatch::cli {

/// The options of one runtime, as typed. Those not given come from the environment
/// (NUTHATCH_WORKERS and so on), or else from the library's defaults.
class runtime_flags {
 public:
  /// Adds the options. The parser writes to this object later.
  void add_to(CLI::App& command);

  /// Whether the option `name`, a member of options, was typed.
  [[nodiscard]] bool given(std::string_view name) const;

  /// Throws usage_error or option_error for a wrong option, option_error for a wrong environment
  /// variable.
  [[nodiscard]] options resolve() const;

 private:
  struct typed_option {
    listed_option listed;
    std::string text;  ///< empty if it was not typed
    bool set = false;  ///< for boolean options
  };

  std::vector<typed_option> typed_;
};

/// The options for workers in virtual time, as typed.
struct virtual_flags {
  std::string workers;
  std::string topology;

  void add_to(CLI::App& command);

  [[nodiscard]] bool wanted() const noexcept { return !workers.empty(); }

  /// Returns `chosen` with these workers: as many, and with a seed even if none was given, so that
  /// the same command gives the same run. `workers_given` and `pin_given` tell whether options were
  /// typed that conflict with virtual workers. Throws usage_error.
  [[nodiscard]] options resolve(options chosen, bool workers_given, bool pin_given) const;

  /// The machine on which these workers run. Throws usage_error.
  [[nodiscard]] twin::machine_model machine(unsigned for_workers) const;
};

/// A description with its default, for help and lists: "the size; 1 MiB if not given".
std::string describe(const configuration::option& what);

/// Replaces names by flags in the library's message about a wrong option: `--stack-size` for
/// `stack_size`.
std::string as_typed(std::string complaint);

}  // namespace nuthatch::cli
