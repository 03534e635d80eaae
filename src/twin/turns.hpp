// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace nuthatch::twin {

/// Decides which actor of a team runs next. An actor that can run is either the running one, or
/// registered here as ready. For one thread.
class turns {
 public:
  turns() = default;
  turns(const turns&) = delete;
  turns& operator=(const turns&) = delete;
  virtual ~turns() = default;

  /// Registers `actor`, which was not ready, at its own virtual time.
  virtual void add(unsigned actor, std::uint64_t now_ns) = 0;

  /// Returns whether the running actor, at its time, continues before those that are ready.
  [[nodiscard]] virtual bool goes_on(unsigned running, std::uint64_t now_ns) = 0;

  /// Removes and returns a ready actor; nothing if there is none.
  [[nodiscard]] virtual std::optional<unsigned> take() = 0;
};

}  // namespace nuthatch::twin
