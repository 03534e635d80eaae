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

/// The options that describe one runtime, as typed. What is not given comes from the environment
/// (NUTHATCH_WORKERS and the like), else from the library's defaults.
class runtime_flags {
 public:
  /// The parser writes here later.
  void add_to(CLI::App& command);

  /// Whether the option of that name, which is a member of options, was typed.
  [[nodiscard]] bool given(std::string_view name) const;

  /// Throws usage_error or option_error for a wrong option, option_error for a wrong environment
  /// variable.
  [[nodiscard]] options resolve() const;

 private:
  struct typed_option {
    listed_option listed;
    std::string text;  ///< empty when it was not typed
    bool set = false;  ///< of options that are yes or no
  };

  std::vector<typed_option> typed_;
};

/// The options that ask for workers in virtual time, as typed.
struct virtual_flags {
  std::string workers;
  std::string topology;

  void add_to(CLI::App& command);

  [[nodiscard]] bool wanted() const noexcept { return !workers.empty(); }

  /// What `chosen` becomes with these workers: as many, and with a seed even if none was given, so
  /// that the same command gives the same run. `workers_given` and `pin_given` name what does not
  /// go together with virtual workers. Throws usage_error.
  [[nodiscard]] options resolve(options chosen, bool workers_given, bool pin_given) const;

  /// The machine that the workers, so many, run on. Throws usage_error.
  [[nodiscard]] twin::machine_model machine(unsigned for_workers) const;
};

/// "what there is; 1 MiB if not said": of an option, for help and lists.
std::string describe(const configuration::option& what);

/// What the library says of a wrong option, with `--stack-size` for `stack_size`.
std::string as_typed(std::string complaint);

}  // namespace nuthatch::cli
