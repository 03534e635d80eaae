// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "workloads/kernels/amino_acids.hpp"
#include "workloads/kernels/pair_aligner.hpp"

namespace nuthatch::workloads {

/// The score of the best local alignment of two proteins, from three whole matrices: one for each
/// way in which an alignment may end.
std::int32_t best_score_by_matrices(std::span<const residue> first,
                                    std::span<const residue> second);

/// Returns an empty string if an alignment leads from its stated beginning to its stated end, and
/// has the stated score and other properties; otherwise the property that is wrong.
std::string check_steps(std::span<const residue> first,
                        std::span<const residue> second,
                        const aligned_pair& found,
                        const std::vector<alignment_step>& steps);

}  // namespace nuthatch::workloads
