// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "platform/affinity.hpp"
#include "platform/topology.hpp"

namespace nuthatch::platform {

/// The groups that a team's workers form, and the CPU that each worker is bound to. Workers are
/// numbered group by group. Without groups, all workers form one group and are not bound.
struct deployment {
  std::vector<std::vector<unsigned>> groups;  ///< the CPUs (OS numbers) of each group's workers

  [[nodiscard]] unsigned workers() const noexcept;

  /// Returns the CPUs of all workers, in their order.
  [[nodiscard]] std::vector<unsigned> cpus() const;
};

/// Parses a deployment in one of these forms:
///
/// | text          | groups                                                                  |
/// |---------------|-------------------------------------------------------------------------|
/// | `8:2`         | 8 of 2 neighbouring workers each, as far apart as the usable CPUs allow |
/// | `l3`, `l3:4`  | one for each core, l2, l3, numa (node) or package: a worker for each of |
/// |               | its usable CPUs, or `workers` in equal parts, or the given number       |
/// | `{0-3},{8,9}` | these CPUs, one worker each; a CPU that is named twice has two          |
///
/// `workers` is the requested number of workers, 0 for the number that follows from the text.
/// Throws option_error, which names the text and what is wrong with it: it has none of these forms,
/// a group has fewer CPUs than workers, a CPU does not exist or is not usable, or `workers` does
/// not match.
[[nodiscard]] deployment deploy(std::string_view text,
                                unsigned workers,
                                const topology& machine,
                                const cpu_set& usable);

}  // namespace nuthatch::platform
