#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include <nuthatch/nuthatch.hpp>

#include "workloads/parameters.hpp"
#include "workloads/spawning/halve.hpp"
#include "workloads/spawning/phases.hpp"
#include "workloads/spawning/with_policy.hpp"

namespace nuthatch::workloads {

/// How a program spawns its loops.
enum class spawned_by : std::uint8_t { choice, each, halves };

/// One of them, as its parameter names it.
struct loop_kind {
  std::string_view name;
  spawned_by how;
};

inline std::span<const loop_kind> loop_kinds() {
  static constexpr std::array<loop_kind, 3> list{{{"automatic", spawned_by::choice},
                                                  {"each", spawned_by::each},
                                                  {"halves", spawned_by::halves}}};
  return list;
}

/// Which of them: a parameter "loops".
inline parameter loops_parameter() {
  return {.name = "loops",
          .description = "spawned each after the other, or by halves; automatic: halves in phases",
          .by_size = {"automatic", "automatic", "automatic"},
          .as_without = "automatic"};
}

/// As with_policy(policy, body), the tag also saying how spawn_each() goes.
template <class Body>
void with_policy(spawn_policy policy, spawned_by how, const phases& by, Body&& body) {
  const bool halved = how == spawned_by::choice ? !by.plain() : how == spawned_by::halves;
  with_policy(policy, [halved, &body](auto tag) {
    if (halved) {
      body(halving<decltype(tag)>());
    } else {
      body(tag);
    }
  });
}

}  // namespace nuthatch::workloads
