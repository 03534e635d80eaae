// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/parameters.hpp"       // IWYU pragma: export
#include "workloads/spawning/phases.hpp"  // IWYU pragma: export
#include "workloads/splicing/splice_mode.hpp"

namespace nuthatch::workloads {

/// One prepared problem, including its input data.
///
/// The order of calls is: reset, one run, then verify and answer any number of times; then again.
/// One thread at a time.
class instance {
 public:
  instance() = default;
  instance(const instance&) = delete;
  instance& operator=(const instance&) = delete;
  instance(instance&&) = delete;
  instance& operator=(instance&&) = delete;
  virtual ~instance() = default;

  /// Restores the input and clears the last result. Not part of the timed run.
  virtual void reset() = 0;

  /// The plain sequential program. It does not call the runtime.
  virtual void run_serial() = 0;

  /// The parallel program. Call it inside runtime::run. Every spawn in it uses `policy`.
  virtual void run_parallel(spawn_policy policy) = 0;

  /// The same with its phases run by `by`. A program without phases is one as a whole.
  virtual void run_phases(spawn_policy policy, phases& by) {
    by.run(0, [this, policy] { run_parallel(policy); });
  }

  /// The number of its phases, excluding those that follow another one.
  [[nodiscard]] virtual std::size_t phase_count() const { return 1; }

  /// Checks the result of the last run. Returns an empty string if it is right, else what was
  /// expected and found. Not part of the timed run; the first call may take as long as a serial
  /// run.
  virtual std::string verify() = 0;

  /// A short text of the result, the same for serial and parallel runs. Valid after a run.
  [[nodiscard]] virtual std::string answer() const = 0;
};

/// An instance of a program that has phases.
class instance_with_phases : public instance {
 public:
  void run_parallel(spawn_policy policy) final {
    phases as_ever;
    run_phases(policy, as_ever);
  }

  void run_phases(spawn_policy policy, phases& by) override = 0;
};

/// A program that the benchmarks, the tests and the command run.
struct workload {
  std::string name;
  std::string description;
  std::vector<parameter> list;

  /// Builds the input. Throws option_error for invalid parameters.
  std::unique_ptr<instance> (*prepare)(const parameters&);

  /// The modes of a program that can be spliced. Its instances are then instance_with_splicing.
  std::vector<splice_mode> modes = {};
};

/// Every workload, in the order in which reports list them.
const std::vector<workload>& all();

/// The workload with this name, or null. "sort" is another name of "mergesort".
[[nodiscard]] inline const workload* find(std::string_view name) {
  // As the literature calls it.
  const std::string_view listed = name == "sort" ? "mergesort" : name;
  const auto found = std::ranges::find(all(), listed, &workload::name);
  return found == all().end() ? nullptr : &*found;
}

}  // namespace nuthatch::workloads
