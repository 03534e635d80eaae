// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "platform/affinity.hpp"
#include "platform/topology.hpp"

namespace nuthatch::platform {

/// Which groups a team's workers form, and the cpu that each worker is bound to. Workers are
/// numbered group by group. Without groups, all are one and bound to nothing.
struct deployment {
  std::vector<std::vector<unsigned>> groups;  ///< the cpus (OS numbers) of each group's workers

  [[nodiscard]] unsigned workers() const noexcept;

  /// Of all workers, in their order.
  [[nodiscard]] std::vector<unsigned> cpus() const;
};

/// Reads a deployment in one of these forms:
///
/// | text          | groups                                                                  |
/// |---------------|-------------------------------------------------------------------------|
/// | `8:2`         | 8 of 2 workers each, of neighbours; as far apart as the usable cpus let |
/// |               | them be                                                                 |
/// | `l3`, `l3:4`  | one for each core, l2, l3, numa (node) or package: a worker for each    |
/// |               | usable cpu of it, or `workers` in equal parts, or so many               |
/// | `{0-3},{8,9}` | these cpus, one worker each; a cpu that is named twice has two          |
///
/// `workers` is how many the team was asked to have, 0 for as many as the text says. Throws
/// option_error naming the text, and what is wrong with it: it is not of these forms, a group has
/// fewer cpus than workers, a cpu does not exist or is not usable, or `workers` do not fit.
[[nodiscard]] deployment deploy(std::string_view text,
                                unsigned workers,
                                const topology& machine,
                                const cpu_set& usable);

}  // namespace nuthatch::platform
