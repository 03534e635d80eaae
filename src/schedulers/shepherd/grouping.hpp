// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "core/places/worker_topology.hpp"

namespace nuthatch::scheduling {

/// Whether `text` is one of those of shepherds_of(), on any machine.
[[nodiscard]] bool names_shepherds(std::string_view text);

inline constexpr std::string_view right_shepherds =
    "worker, core, l2, l3, chip, numa, package, machine or a number of shepherds";

/// The shepherd of each of so many workers, numbered from 0 without gaps. `text` says which workers
/// have one together:
///
/// | text                        | one shepherd for                                        |
/// |-----------------------------|---------------------------------------------------------|
/// | worker                      | each worker                                             |
/// | core, l2, l3, numa, package | all workers on one of these                             |
/// | chip                        | the same, of core::worker_topology::chip_level          |
/// | machine                     | all workers                                             |
/// | a number                    | so many parts of the workers, in their order, equal but |
/// |                             | for one worker                                          |
///
/// Workers on cpus that are in no such group have one together. Throws option_error naming the text
/// if it is none of these, if nothing is known of such a level of this machine, or if there are
/// more shepherds than workers.
[[nodiscard]] std::vector<unsigned> shepherds_of(std::string_view text,
                                                 unsigned workers,
                                                 const core::worker_topology& where);

}  // namespace nuthatch::scheduling
