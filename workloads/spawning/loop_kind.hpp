// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <nuthatch/nuthatch.hpp>

#include "workloads/parameters.hpp"
#include "workloads/spawning/halve.hpp"
#include "workloads/spawning/phased.hpp"
#include "workloads/spawning/phases.hpp"
#include "workloads/spawning/with_policy.hpp"

namespace nuthatch::workloads {

/// How a program spawns its loops.
enum class loop_split : std::uint8_t { choice, each, halves };

/// A kind of loop with its name as a parameter value.
struct loop_kind {
  std::string_view name;
  loop_split how;
};

inline std::span<const loop_kind> loop_kinds() {
  static constexpr std::array<loop_kind, 3> list{{{"automatic", loop_split::choice},
                                                  {"each", loop_split::each},
                                                  {"halves", loop_split::halves}}};
  return list;
}

/// The parameter "loops", which selects the kind.
inline parameter loops_parameter() {
  return {.name = "loops",
          .description = "spawned each after the other, or by halves; automatic: halves in phases",
          .by_size = {"automatic", "automatic", "automatic"},
          .accepted = names_of_entries(loop_kinds()),
          .as_without = "automatic"};
}

/// The loops that a program requests.
struct loop_choice {
  loop_split how;
  bool one_phase = false;  ///< the loops of all phases follow the first phase
};

/// As with_policy(policy, body). The tag also selects spawn_each(), and carries the phases.
template <class Body>
void with_policy(spawn_policy policy, loop_choice wanted, phases& by, Body&& body) {
  const bool halved =
      wanted.how == loop_split::halves || (wanted.how == loop_split::choice && !by.plain());
  with_policy(policy, [&]<class Tag>(Tag tag) {
    if (!by.plain()) {
      body(phased<Tag>(by, halved, wanted.one_phase));
    } else if (halved) {
      body(halving<Tag>());
    } else {
      body(tag);
    }
  });
}

}  // namespace nuthatch::workloads
