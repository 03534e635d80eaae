// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nuthatch/detail/language.hpp>

#include <cstdint>

namespace nuthatch {

/// Which work a spawn leaves to thieves.
enum class spawn_policy : std::uint8_t {
  /// The worker decides; see options::policy.
  adaptive,
  /// The child runs at once on a separate stack; the parent's continuation can be stolen.
  work_first,
  /// The parent continues; the child can be stolen. If it was not, it runs in place at the sync.
  help_first,
};

/// How much work a thief requests, in schedulers with steal requests; see
/// options::channel_steal_amount.
enum class steal_amount : std::uint8_t {
  adaptive,  ///< the thief decides, from what its last steals yielded
  one,       ///< one task or continuation
  half       ///< half of what its victim has
};

/// A spawn_policy as a type, so that a call site selects its code path at compile time.
template <spawn_policy Policy>
struct policy_constant {
  static constexpr spawn_policy value = Policy;
};

inline constexpr policy_constant<spawn_policy::adaptive> adaptive{};
inline constexpr policy_constant<spawn_policy::work_first> work_first{};
inline constexpr policy_constant<spawn_policy::help_first> help_first{};

}  // namespace nuthatch
