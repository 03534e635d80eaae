// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/worker_topology.hpp"

namespace nuthatch::scheduling {

/// Returns whether `text` is one of the texts of shepherds_of(), on any machine.
[[nodiscard]] bool names_shepherds(std::string_view text);

inline constexpr std::string_view right_shepherds =
    "worker, core, l2, l3, chip, numa, package, machine or a number of shepherds";

/// Returns the shepherd of each worker. Shepherds are numbered from 0 without gaps. `text`
/// determines which workers share one:
///
/// | text                        | one shepherd for                                        |
/// |-----------------------------|---------------------------------------------------------|
/// | worker                      | each worker                                             |
/// | core, l2, l3, numa, package | all workers on one of these                             |
/// | chip                        | the same, of core::worker_topology::chip_level          |
/// | machine                     | all workers                                             |
/// | a number                    | that many parts of the workers, in their order, whose   |
/// |                             | sizes differ by at most one                             |
///
/// Workers on CPUs outside of such groups share one shepherd. Throws option_error, which names the
/// text, if it is none of these, if this machine has no such level or it is unknown, or if there
/// are more shepherds than workers.
[[nodiscard]] std::vector<unsigned> shepherds_of(std::string_view text,
                                                 unsigned workers,
                                                 const core::worker_topology& where);

}  // namespace nuthatch::scheduling
