#pragma once

#include <cstdint>

namespace nuthatch::exploring {

enum class access : std::uint8_t {
  shared,      ///< about to touch what threads share
  locked_out,  ///< cannot go on before somebody has unlocked a mutex
  unlocked     ///< has unlocked one
};

/// Called at every access to what threads share: whoever explores interleavings may let another
/// thread go on there.
using choice_point = void (*)(access) noexcept;

inline choice_point at_choice = nullptr;  // null: nobody explores at the moment

inline void choose(access what = access::shared) noexcept {
  if (at_choice != nullptr) {
    at_choice(what);
  }
}

}  // namespace nuthatch::exploring
