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

/// How near two cpus are to each other.
enum class nearness : std::uint8_t { same_cache, same_node, same_machine };

/// What things take in virtual time, in nanoseconds. The defaults are round numbers for a server of
/// the 2020s; where they matter, the name of the source follows.
struct costs {
  std::uint64_t spawn_ns = 2;     ///< a spawn that nobody steals; docs/performance.md
  std::uint64_t publish_ns = 10;  ///< a locked instruction or two
  std::uint64_t probe_ns = 5;     ///< a look at a queue that has not changed since the last one
  std::uint64_t resume_ns = 5;    ///< a switch of stacks
  /// A cache line from another cpu: 2 x 96 EPYC 9654, core to core within a CCD, across, and across
  /// sockets.
  std::array<std::uint64_t, 3> line_ns{25, 100, 200};
  /// Lines that move in a steal: the queue's end, the frame, and what it works on.
  std::uint64_t lines_per_steal = 3;
  std::uint64_t fence_ns = 2'000;    ///< an interrupt to all other cpus, and their answers
  std::uint64_t wake_ns = 1'000;     ///< from the wake-up until the sleeper runs
  std::uint64_t wake_call_ns = 100;  ///< what waking keeps the waker busy for
  std::uint64_t pause_ns = 20;       ///< of a search, doubled with each step up to 64 times
  std::uint64_t search_ns = 2'000;   ///< what a worker searches before it sleeps
  std::uint64_t patience_ns = 500;   ///< what a task waits before it is suspended
};

/// A machine to pretend: its cpus, and where they lie.
class machine_model {
 public:
  /// `text` is "AxB", A nodes of B cpus each, or hwloc's synthetic notation. Throws option_error
  /// naming the text.
  [[nodiscard]] static machine_model from(const std::string& text);

  /// One node whose cpus share one cache.
  [[nodiscard]] static machine_model flat(unsigned cpus);

  [[nodiscard]] const platform::topology& shape() const noexcept { return shape_; }

  [[nodiscard]] const std::string& name() const noexcept { return name_; }

  [[nodiscard]] unsigned cpus() const noexcept { return static_cast<unsigned>(order_.size()); }

  /// Of two of its cpus.
  [[nodiscard]] nearness between(unsigned cpu, unsigned other) const noexcept;

  /// The cpu that a worker is bound to where nobody says: in pin order, again from the first when
  /// there are more workers than cpus.
  [[nodiscard]] unsigned cpu_of(unsigned worker) const noexcept;

 private:
  struct location {
    std::uint32_t cache;  // equal for cpus that share one
    std::uint32_t node;
  };

  machine_model(platform::topology shape, std::string name);

  platform::topology shape_;
  std::string name_;
  std::vector<unsigned> order_;  // of the cpus, for workers
  std::vector<location> where_;  // by cpu
};

}  // namespace nuthatch::twin
