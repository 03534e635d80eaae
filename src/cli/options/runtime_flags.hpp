#pragma once

#include <CLI/App.hpp>
#include <string>

#include <nuthatch/nuthatch.hpp>

namespace nuthatch::cli {

/// The options that describe one runtime, as typed. What is not given comes from the environment
/// (NUTHATCH_WORKERS and the like), else from the library's defaults.
struct runtime_flags {
  std::string scheduler;
  std::string workers;
  std::string policy;
  std::string steal;
  std::string stack_threshold;
  std::string fresh_threshold;
  std::string policy_interval;
  std::string places;
  std::string stack_size;
  std::string max_stacks;
  std::string seed;
  bool pin = false;
  bool cross_place_steals = false;
  bool reproducible = false;

  void add_to(CLI::App& command);

  /// Throws usage_error for a wrong option, option_error for a wrong environment variable.
  [[nodiscard]] options resolve() const;
};

/// What the library says of a wrong option, with `--stack-size` for `stack_size`.
std::string as_typed(std::string complaint);

}  // namespace nuthatch::cli
