// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include <nuthatch/options.hpp>
#include <nuthatch/runtime.hpp>

namespace nuthatch {

/// A runtime whose workers live in virtual time and share one thread: it shows what a machine with
/// many cpus would do, and the same seed gives the same run on any machine. docs/virtual-workers.md
/// says what takes how much time, and what virtual workers cannot do.
///
/// Who may call: the thread that made it, and the tasks that run in it. No other thread may give it
/// work, wait for it, or end it.
class virtual_runtime {
 public:
  /// @param wanted   as for runtime, but for these: `workers` 0 takes one for each cpu of the
  ///                 machine, and `seed` 0 is 1.
  /// @param machine  "AxB", A nodes of B cpus each, a node's cpus sharing a cache; or hwloc's
  ///                 synthetic notation, as "pack:2 l3:4 core:8 pu:1"; empty: one node with a cpu
  ///                 for each worker. Workers have cpus of their own.
  /// @throws option_error for a machine that cannot be read, or has too few cpus, or when neither
  ///         says how many workers there are; and what the constructor of runtime throws.
  explicit virtual_runtime(options wanted, const std::string& machine = "");

  virtual_runtime(const virtual_runtime&) = delete;
  virtual_runtime& operator=(const virtual_runtime&) = delete;

  /// As that of runtime.
  ~virtual_runtime();

  [[nodiscard]] runtime& operator*() const noexcept;

  [[nodiscard]] runtime* operator->() const noexcept { return &**this; }

  /// Virtual time in nanoseconds since the workers began: in a task, on its worker's clock;
  /// outside, when that ended which the thread waited for last.
  [[nodiscard]] std::uint64_t now_ns() const noexcept;

 private:
  struct parts;
  std::unique_ptr<parts> parts_;
};

}  // namespace nuthatch
