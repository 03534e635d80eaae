// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "workloads/kernels/amino_acids.hpp"

namespace nuthatch::workloads {

using protein = std::vector<residue>;

inline constexpr std::size_t max_proteins = 2'000;
inline constexpr std::size_t longest_protein = 40'000;
inline constexpr std::size_t longest_average = 10'000;  ///< of generated proteins

/// Stands for a file if there is none.
inline constexpr std::string_view no_protein_file = "none";

/// An invalid file. The text completes "expected ...", and contains the line where something else
/// was found.
class protein_file_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The proteins of a text in Pearson's format (FASTA): each is a line that begins with '>' and
/// lines of letters, in capitals or not. The first line may contain the number of proteins, "Number
/// of sequences is 20", as in the Barcelona OpenMP Tasks Suite. J, O and U, which no substitution
/// matrix has, are treated as X.
///
/// @throws protein_file_error for another text, and unless there are from 2 to max_proteins of at
///         most longest_protein letters.
std::vector<protein> parse_proteins(std::string_view text);

/// The proteins of a file.
std::vector<protein> read_proteins(const std::filesystem::path& file);

/// Generates proteins of about this length on average, the same each time: families of four, whose
/// members are more and more unlike the first. Amino acids are as common as in nature, and lengths
/// vary as those of proteins do, from a seventh of the average to a bit over three times.
std::vector<protein> generate_proteins(std::size_t count, std::size_t length);

}  // namespace nuthatch::workloads
