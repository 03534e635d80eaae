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
/// of the ways in which an alignment may end.
std::int32_t best_score_by_matrices(std::span<const residue> first,
                                    std::span<const residue> second);

/// Empty when an alignment leads from where it is said to begin to where it is said to end, and has
/// the score and all else that was found; otherwise what it has not.
std::string check_steps(std::span<const residue> first,
                        std::span<const residue> second,
                        const aligned_pair& found,
                        const std::vector<alignment_step>& steps);

}  // namespace nuthatch::workloads
