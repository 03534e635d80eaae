// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/kernels/pair_aligner.hpp"
#include "workloads/kernels/protein_list.hpp"

namespace nuthatch::workloads {

/// How the pairs of proteins become tasks, as the parameter "variant" selects.
struct pairs_variant {
  std::string_view name;
  bool by_loop;  ///< by a parallel loop over the first protein; false: by a single task
};

inline std::span<const pairs_variant> pairs_variants() {
  static constexpr std::array<pairs_variant, 2> list{{{"single", false}, {"for", true}}};
  return list;
}

/// The alignments of all pairs of a list of proteins. Any thread may align any pair, each one once.
class protein_pairs {
 public:
  explicit protein_pairs(std::vector<protein> list);

  [[nodiscard]] std::size_t proteins() const noexcept { return list_.size(); }

  /// Forgets the results.
  void reset();

  /// Aligns the proteins first < second, and returns the number of comparisons of residues.
  std::uint64_t align(std::size_t first, std::size_t second);

  /// Calls what(first, second) for each pair.
  template <class What>
  void for_each(const What& what) const {
    for (std::size_t first = 0; first + 1 < list_.size(); ++first) {
      for (std::size_t second = first + 1; second < list_.size(); ++second) {
        what(first, second);
      }
    }
  }

  /// Returns an empty string if everything agrees with a plain loop, and that is right: for a
  /// sample of pairs, or all if they are few, scores are those of whole matrices, and alignments
  /// have these scores.
  std::string verify();

  [[nodiscard]] std::string answer() const;

 private:
  [[nodiscard]] std::size_t number(std::size_t first, std::size_t second) const noexcept {
    return first * (2 * list_.size() - first - 1) / 2 + (second - first - 1);
  }

  /// Checks a sample of the alignments, which are computed again.
  [[nodiscard]] std::string check_some() const;

  std::vector<protein> list_;
  std::vector<aligned_pair> found_;
  std::vector<aligned_pair> expected_;  // empty until requested
  std::string fault_;                   // in the expected results
};

}  // namespace nuthatch::workloads
