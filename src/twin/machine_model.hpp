// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "platform/platform.hpp"
#include "platform/topology.hpp"

namespace nuthatch::twin {

/// How near two CPUs are to each other.
enum class nearness : std::uint8_t { same_cache, same_node, same_machine };

/// The virtual durations of operations, in nanoseconds. The defaults are rounded estimates for a
/// server of the 2020s, not measurements; `search_ns` and `patience_ns` are choices.
struct costs {
  std::uint64_t spawn_ns = 2;     ///< a spawn that is not stolen
  std::uint64_t publish_ns = 10;  ///< one or two locked instructions
  std::uint64_t probe_ns = 5;     ///< reading a queue that has not changed since the last read
  std::uint64_t resume_ns = 5;    ///< a switch of stacks
  /// A cache line from another CPU: of the same last-level cache, of the same node, of another
  /// node. The values are estimates for two EPYC 9654 of 96 cores: within a CCD, across CCDs,
  /// across sockets.
  std::array<std::uint64_t, 3> line_ns{25, 100, 200};
  /// Cache lines that move in a steal, by assumption one each for the queue's end, the frame and
  /// the data.
  std::uint64_t lines_per_steal = 3;
  std::uint64_t fence_ns = 2'000;    ///< an interrupt to all other cpus, and their answers
  std::uint64_t wake_ns = 1'000;     ///< from the wake-up until the sleeper runs
  std::uint64_t wake_call_ns = 100;  ///< how long waking occupies the waking worker
  std::uint64_t pause_ns = 20;       ///< a pause of a search, doubled with each step up to 64 times
  std::uint64_t search_ns = 2'000;   ///< how long a worker searches before it sleeps
  std::uint64_t patience_ns = 500;   ///< how long a task waits before it is suspended
};

/// A simulated machine: its CPUs, and how they are grouped.
class machine_model {
 public:
  /// `text` is "AxB", A nodes of B CPUs each, or hwloc's synthetic notation. Throws option_error,
  /// which names the text.
  [[nodiscard]] static machine_model from(const std::string& text);

  /// Returns one node whose CPUs share one cache.
  [[nodiscard]] static machine_model flat(unsigned cpus);

  [[nodiscard]] const platform::topology& shape() const noexcept { return shape_; }

  [[nodiscard]] const std::string& name() const noexcept { return name_; }

  [[nodiscard]] unsigned cpus() const noexcept { return static_cast<unsigned>(order_.size()); }

  /// Returns how near two of its CPUs are.
  [[nodiscard]] nearness between(unsigned cpu, unsigned other) const noexcept;

  /// Returns the default CPU of a worker: in pin order, starting again with the first if there are
  /// more workers than CPUs.
  [[nodiscard]] unsigned cpu_of(unsigned worker) const noexcept;

 private:
  struct location {
    std::uint32_t cache;  // equal for CPUs that share one
    std::uint32_t node;
  };

  machine_model(platform::topology shape, std::string name);

  platform::topology shape_;
  std::string name_;
  std::vector<unsigned> order_;  // of the CPUs, for workers
  std::vector<location> where_;  // by CPU
};

}  // namespace nuthatch::twin
