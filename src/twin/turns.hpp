// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace nuthatch::twin {

/// Who of the actors of a team runs when. An actor that may run is either the running one, or known
/// here as ready. One thread.
class turns {
 public:
  turns() = default;
  turns(const turns&) = delete;
  turns& operator=(const turns&) = delete;
  virtual ~turns() = default;

  /// `actor`, which was not, is ready, at its own virtual time.
  virtual void add(unsigned actor, std::uint64_t now_ns) = 0;

  /// Whether the running actor, at its time, shall go on before those that are ready.
  [[nodiscard]] virtual bool goes_on(unsigned running, std::uint64_t now_ns) = 0;

  /// One that is ready, which then is not any more; nothing when there is none.
  [[nodiscard]] virtual std::optional<unsigned> take() = 0;
};

}  // namespace nuthatch::twin
