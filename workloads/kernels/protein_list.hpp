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

inline constexpr std::size_t most_proteins = 2'000;
inline constexpr std::size_t longest_protein = 40'000;
inline constexpr std::size_t longest_average = 10'000;  ///< of generated ones

/// Stands for a file where there is none.
inline constexpr std::string_view no_protein_file = "none";

/// A file is not what it should be. The text completes "expected ...", and says in which line
/// something else was found.
class protein_file_error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The proteins of a text in Pearson's format (FASTA): each a line that begins with '>' and lines
/// of letters, in capitals or not. The first line may say how many there are, "Number of sequences
/// is 20" as in the Barcelona OpenMP Tasks Suite. J, O and U, which no substitution matrix has, are
/// taken for X.
///
/// @throws protein_file_error for another text, and unless there are from 2 to most_proteins of at
///         most longest_protein letters.
std::vector<protein> parse_proteins(std::string_view text);

/// Those of a file.
std::vector<protein> read_proteins(const std::filesystem::path& file);

/// So many proteins of about that length on average, the same each time: families of four, whose
/// members have become more and more unlike the first. They are as common as in nature and differ
/// in length as proteins do, from a seventh of the average to a bit over three times.
std::vector<protein> generate_proteins(std::size_t count, std::size_t length);

}  // namespace nuthatch::workloads
