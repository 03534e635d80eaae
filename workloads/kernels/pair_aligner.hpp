// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "workloads/kernels/amino_acids.hpp"

namespace nuthatch::workloads {

/// The result for two proteins: the parts of them that are most alike, from the first residue to
/// one past the last, and their score.
struct aligned_pair {
  std::int32_t score = 0;  ///< 0: nothing is alike, and all other members are 0
  std::uint32_t first_begin = 0;
  std::uint32_t first_end = 0;
  std::uint32_t second_begin = 0;
  std::uint32_t second_end = 0;
  std::uint32_t columns = 0;     ///< of the alignment, gaps included
  std::uint32_t identities = 0;  ///< columns with the same residue in both
  float percent = 0;             ///< identities in percent of the residues of the shorter protein

  friend bool operator==(const aligned_pair&, const aligned_pair&) = default;
};

/// A run of columns of an alignment: residues of both, or of one beside a gap.
struct alignment_step {
  enum class kind : std::uint8_t { both, first_only, second_only };

  kind what;
  std::uint32_t columns;
};

/// Aligns pairs of proteins, one after the other, in memory for a few rows. It finds where the best
/// local alignment ends (Gotoh, An improved algorithm for matching biological sequences, 1982),
/// from there backwards where it begins, and the alignment between the two by halving (Myers and
/// Miller, Optimal alignments in linear space, 1988). The Alignment program of the Barcelona OpenMP
/// Tasks Suite does the same, as ClustalW did before. For one thread.
class pair_aligner {
 public:
  aligned_pair align(std::span<const residue> first, std::span<const residue> second);

  /// The last alignment, from its beginning to its end.
  [[nodiscard]] const std::vector<alignment_step>& steps() const noexcept { return steps_; }

  /// The number of comparisons of two residues so far.
  [[nodiscard]] std::uint64_t cells() const noexcept { return cells_; }

 private:
  /// For each column, the best score in the last row, and the best score that ends with a gap
  /// beside it.
  struct row {
    std::vector<std::int32_t> best;
    std::vector<std::int32_t> gap;

    void resize(std::size_t columns) {
      best.resize(columns);
      gap.resize(columns);
    }
  };

  struct cell {
    std::size_t first;
    std::size_t second;
    std::int32_t score;
  };

  using part = std::span<const residue>;
  using kind = alignment_step::kind;

  cell find_end(part first, part second);
  cell find_begin(part first, part second, std::int32_t score);
  void trace(part first, part second, std::int32_t open_before, std::int32_t open_after);
  void trace_one(residue first, part second, std::int32_t open_before, std::int32_t open_after);

  template <class At>
  void fill(part first, part second, std::int32_t opening, row& last, const At& at);

  void step(kind what, std::size_t columns);

  row forward_;
  row backward_;
  std::vector<alignment_step> steps_;
  std::uint64_t cells_ = 0;
};

}  // namespace nuthatch::workloads
