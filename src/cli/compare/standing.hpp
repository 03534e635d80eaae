#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "cli/compare/contender.hpp"
#include "cli/measure/summary.hpp"

namespace nuthatch::cli {

/// How one contender did at one workload.
struct standing {
  std::optional<summary> wall;        ///< seconds; nothing unless every answer was right
  std::optional<summary> cpu;         ///< seconds
  std::optional<summary> wall_ratio;  ///< to the serial program's median
  std::optional<summary> cpu_ratio;
  std::optional<unsigned> rank;  ///< from 1, by median wall time; the serial program has none
};

/// In the order of the contenders, of which the first is the serial program.
std::vector<standing> standings(const std::vector<contender_record>& records);

}  // namespace nuthatch::cli
