#pragma once

#include <CLI/App.hpp>
#include <string>

#include <nuthatch/nuthatch.hpp>

#include "twin/machine_model.hpp"

namespace nuthatch::cli {

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

}  // namespace nuthatch::cli
