// SPDX-License-Identifier: Apache-2.0
#include "runtime/misspelt_variables.hpp"

#include <algorithm>
#include <cstdio>

#include <unistd.h>

#include <nuthatch/detail/atomic.hpp>

#include "configuration/nearest_word.hpp"
#include "runtime/option_list.hpp"

namespace nuthatch {

namespace {

constexpr std::string_view prefix = "NUTHATCH_";

/// Names of other runtimes for the number of workers.
constexpr std::string_view workers_elsewhere[] = {"THREADS", "NUM_THREADS", "NUM_WORKERS"};

std::string likely_variable(std::string_view variable, const std::vector<std::string>& known) {
  if (!variable.starts_with(prefix)) {
    // The prefix itself may be misspelt.
    return variable.starts_with("NU") || variable.starts_with("nu")
               ? configuration::nearest_word(variable, known)
               : std::string{};
  }
  const std::string_view name = variable.substr(prefix.size());
  if (std::ranges::find(workers_elsewhere, name) != std::end(workers_elsewhere)) {
    return std::string(prefix) + "WORKERS";
  }
  std::vector<std::string> names;
  names.reserve(known.size());
  for (const std::string& each : known) {
    names.push_back(each.substr(prefix.size()));
  }
  const std::string nearest = configuration::nearest_word(name, names);
  return nearest.empty() ? nearest : std::string(prefix) + nearest;
}

}  // namespace

std::string misspelling(std::string_view variable,
                        const std::vector<std::string>& known,
                        std::string_view who) {
  if (std::ranges::find(known, variable) != known.end()) {
    return {};
  }
  const std::string likely = likely_variable(variable, known);
  // The number of workers is not a variable of every program.
  return std::ranges::find(known, likely) == known.end()
             ? std::string{}
             : std::string(who) + ": the environment variable " + std::string(variable) +
                   " is unknown and has no effect; did you mean " + likely + "?\n";
}

void report_misspelt_variables(const std::vector<std::string>& known, std::string_view who) {
  for (char** each = environ; each != nullptr && *each != nullptr; ++each) {
    const std::string_view entry = *each;
    const std::string text = misspelling(entry.substr(0, entry.find('=')), known, who);
    static_cast<void>(std::fputs(text.c_str(), stderr));
  }
}

void report_misspelt_variables() {
  static constinit detail::atomic<bool> reported{/*value=*/false};
  if (reported.exchange(/*value=*/true, detail::memory_order_relaxed)) {
    return;
  }
  std::vector<std::string> known;
  for (const listed_option& each : option_list()) {
    known.push_back(each.what->variable());
  }
  report_misspelt_variables(known, "nuthatch");
}

}  // namespace nuthatch
