// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/alignment_check.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "workloads/kernels/message.hpp"

namespace nuthatch::workloads {

std::int32_t best_score_by_matrices(std::span<const residue> first,
                                    std::span<const residue> second) {
  // The scores of alignments that end with a pair, with a gap in the second protein, and with one
  // in the first.
  constexpr std::int32_t none = std::numeric_limits<std::int32_t>::min() / 2;
  constexpr std::array<std::int32_t, 3> impossible{none, none, none};
  const std::size_t width = second.size() + 1;
  std::vector<std::array<std::int32_t, 3>> cells((first.size() + 1) * width, impossible);
  const auto at = [&cells, width](std::size_t i, std::size_t j) -> std::array<std::int32_t, 3>& {
    return cells[i * width + j];
  };
  std::int32_t best = 0;
  for (std::size_t i = 1; i <= first.size(); ++i) {
    for (std::size_t j = 1; j <= second.size(); ++j) {
      const std::int32_t before = std::max(0, std::ranges::max(at(i - 1, j - 1)));
      const auto [pair_above, gap_above, other_above] = at(i - 1, j);
      const auto [pair_left, other_left, gap_left] = at(i, j - 1);
      const std::int32_t opened = gap_opening + gap_extension;
      at(i, j) = {before + blosum62.at(first[i - 1]).at(second[j - 1]),
                  std::max({pair_above - opened, other_above - opened, gap_above - gap_extension}),
                  std::max({pair_left - opened, other_left - opened, gap_left - gap_extension})};
      best = std::max(best, at(i, j)[0]);
    }
  }
  return best;
}

std::string check_steps(std::span<const residue> first,
                        std::span<const residue> second,
                        const aligned_pair& found,
                        const std::vector<alignment_step>& steps) {
  std::size_t i = found.first_begin;
  std::size_t j = found.second_begin;
  std::int32_t score = 0;
  std::uint32_t columns = 0;
  std::uint32_t identities = 0;
  for (const auto& [what, run] : steps) {
    const bool first_goes_on = what != alignment_step::kind::second_only;
    const bool second_goes_on = what != alignment_step::kind::first_only;
    if ((first_goes_on && run > first.size() - i) || (second_goes_on && run > second.size() - j)) {
      return "an alignment goes beyond the end of a sequence";
    }
    score -= first_goes_on && second_goes_on ? 0 : gap_opening;
    for (std::uint32_t column = 0; column < run; ++column) {
      if (first_goes_on && second_goes_on) {
        score += blosum62.at(first[i]).at(second[j]);
        identities += first[i] == second[j] ? 1U : 0U;
      } else {
        score -= gap_extension;
      }
      i += first_goes_on ? 1 : 0;
      j += second_goes_on ? 1 : 0;
    }
    columns += run;
  }
  if (i != found.first_end || j != found.second_end) {
    return message("an alignment ends at ",
                   i,
                   " and ",
                   j,
                   ", and is said to at ",
                   found.first_end,
                   " and ",
                   found.second_end);
  }
  if (score != found.score) {
    return message("an alignment has score ", score, ", and is said to have ", found.score);
  }
  return columns == found.columns && identities == found.identities
             ? std::string()
             : message("an alignment has ",
                       identities,
                       " identities in ",
                       columns,
                       " columns, and is said to have ",
                       found.identities,
                       " in ",
                       found.columns);
}

}  // namespace nuthatch::workloads
