// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/alignment_check.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
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

namespace {

/// Returns what the steps align from `begin` on, without the percentage; nothing if they go beyond
/// the end of a sequence.
std::optional<aligned_pair> follow(std::span<const residue> first,
                                   std::span<const residue> second,
                                   const aligned_pair& begin,
                                   const std::vector<alignment_step>& steps) {
  aligned_pair all{.first_begin = begin.first_begin,
                   .first_end = begin.first_begin,
                   .second_begin = begin.second_begin,
                   .second_end = begin.second_begin};
  for (const auto& [what, run] : steps) {
    const std::uint32_t of_first = what == alignment_step::kind::second_only ? 0 : run;
    const std::uint32_t of_second = what == alignment_step::kind::first_only ? 0 : run;
    if (of_first > first.size() - all.first_end || of_second > second.size() - all.second_end) {
      return std::nullopt;
    }
    if (what == alignment_step::kind::both) {
      for (std::uint32_t column = 0; column < run; ++column) {
        const residue one = first[all.first_end + column];
        const residue other = second[all.second_end + column];
        all.score += blosum62.at(one).at(other);
        all.identities += static_cast<std::uint32_t>(one == other);
      }
    } else {
      all.score -= gap_opening + static_cast<std::int32_t>(run) * gap_extension;
    }
    all.first_end += of_first;
    all.second_end += of_second;
    all.columns += run;
  }
  return all;
}

}  // namespace

std::string check_steps(std::span<const residue> first,
                        std::span<const residue> second,
                        const aligned_pair& found,
                        const std::vector<alignment_step>& steps) {
  const std::optional<aligned_pair> followed = follow(first, second, found, steps);
  if (!followed) {
    return "an alignment goes beyond the end of a sequence";
  }
  if (followed->first_end != found.first_end || followed->second_end != found.second_end) {
    return message("an alignment ends at ",
                   followed->first_end,
                   " and ",
                   followed->second_end,
                   ", and is said to at ",
                   found.first_end,
                   " and ",
                   found.second_end);
  }
  if (followed->score != found.score) {
    return message(
        "an alignment has score ", followed->score, ", and is said to have ", found.score);
  }
  return followed->columns == found.columns && followed->identities == found.identities
             ? std::string()
             : message("an alignment has ",
                       followed->identities,
                       " identities in ",
                       followed->columns,
                       " columns, and is said to have ",
                       found.identities,
                       " in ",
                       found.columns);
}

}  // namespace nuthatch::workloads
