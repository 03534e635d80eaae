// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <nuthatch/options.hpp>
#include <nuthatch/runtime.hpp>

namespace nuthatch {

/// A runtime whose workers run in virtual time and share one thread. It shows how a program would
/// run on a machine with many CPUs, and the same seed gives the same run on any machine.
/// docs/virtual-workers.md describes what takes how much time, and what virtual workers cannot do.
///
/// Who may call: the thread that created it, and the tasks that run in it. No other thread may
/// submit work to it, wait for it, or destroy it.
class virtual_runtime {
 public:
  /// @param wanted   options as for runtime, with two exceptions: `workers` 0 means one per CPU of
  ///         the machine, and `seed` 0 means 1.
  /// @param machine  "AxB" for A nodes of B CPUs each, where the CPUs of a node share a cache; or
  ///         hwloc's synthetic notation, such as "pack:2 l3:4 core:8 pu:1"; or empty for one node
  ///         with a CPU per worker. Each worker has a CPU of its own.
  /// @throws option_error if the machine cannot be parsed or has too few CPUs, or if neither
  ///         argument determines the number of workers; what the constructor of runtime throws.
  explicit virtual_runtime(options wanted, const std::string& machine = "");

  virtual_runtime(const virtual_runtime&) = delete;
  virtual_runtime& operator=(const virtual_runtime&) = delete;

  /// The same as the destructor of runtime.
  ~virtual_runtime();

  [[nodiscard]] runtime& operator*() const noexcept;

  [[nodiscard]] runtime* operator->() const noexcept { return &**this; }

  /// Returns the virtual time since the workers began, in nanoseconds. In a task it is the worker's
  /// clock; outside, it is the end of what the thread waited for last.
  [[nodiscard]] std::uint64_t now_ns() const noexcept;

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace nuthatch
