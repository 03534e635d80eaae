// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/pair_aligner.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace nuthatch::workloads {

namespace {

/// A score that no alignment reaches; it is far enough from the least number that gaps can be
/// subtracted.
constexpr std::int32_t never = std::numeric_limits<std::int32_t>::min() / 2;

std::int32_t gap_of(std::size_t residues) noexcept {
  return residues == 0 ? 0 : gap_opening + gap_extension * static_cast<std::int32_t>(residues);
}

/// The score with one more residue beside a gap, after an alignment that ends in the gap or before
/// it.
std::int32_t longer_gap(std::int32_t in_gap, std::int32_t before) noexcept {
  return std::max(in_gap - gap_extension, before - (gap_opening + gap_extension));
}

const auto from_front = [](std::span<const residue> part, std::size_t i) {
  return part[i];
};

const auto from_back = [](std::span<const residue> part, std::size_t i) {
  return part[part.size() - 1 - i];
};

}  // namespace

aligned_pair pair_aligner::align(part first, part second) {
  forward_.resize(second.size() + 1);
  backward_.resize(second.size() + 1);
  steps_.clear();
  const cell last = find_end(first, second);
  if (last.score == 0) {
    return {};
  }
  const cell begin =
      find_begin(first.first(last.first + 1), second.first(last.second + 1), last.score);
  const part of_first = first.subspan(begin.first, last.first + 1 - begin.first);
  const part of_second = second.subspan(begin.second, last.second + 1 - begin.second);
  trace(of_first, of_second, gap_opening, gap_opening);

  aligned_pair found{.score = last.score,
                     .first_begin = static_cast<std::uint32_t>(begin.first),
                     .first_end = static_cast<std::uint32_t>(last.first + 1),
                     .second_begin = static_cast<std::uint32_t>(begin.second),
                     .second_end = static_cast<std::uint32_t>(last.second + 1)};
  std::size_t i = 0;
  std::size_t j = 0;
  for (const auto& [what, columns] : steps_) {
    found.columns += columns;
    for (std::uint32_t k = 0; what == kind::both && k < columns; ++k) {
      found.identities += of_first[i + k] == of_second[j + k] ? 1U : 0U;
    }
    i += what == kind::second_only ? 0 : columns;
    j += what == kind::first_only ? 0 : columns;
  }
  constexpr float hundred = 100;
  found.percent = hundred * static_cast<float>(found.identities) /
                  static_cast<float>(std::min(first.size(), second.size()));
  return found;
}

/// The last pair of the best local alignment.
pair_aligner::cell pair_aligner::find_end(part first, part second) {
  std::ranges::fill(forward_.best, 0);
  std::ranges::fill(forward_.gap, never);
  cell end{0, 0, 0};
  for (std::size_t i = 0; i < first.size(); ++i) {
    const substitution_row& scores = blosum62[first[i]];
    std::int32_t diagonal = 0;
    std::int32_t left = 0;
    std::int32_t across = never;
    for (std::size_t j = 0; j < second.size(); ++j) {
      const std::int32_t above = forward_.best[j + 1];
      const std::int32_t down = longer_gap(forward_.gap[j + 1], above);
      const std::int32_t pair = std::max(0, diagonal + scores[second[j]]);
      across = longer_gap(across, left);
      left = std::max(std::max(pair, down), across);
      diagonal = above;
      forward_.best[j + 1] = left;
      forward_.gap[j + 1] = down;
      if (left > end.score) {
        end = {i, j, left};
      }
    }
  }
  cells_ += first.size() * second.size();
  return end;
}

/// The first pair of an alignment with this score, whose last pair is that of the last residues.
pair_aligner::cell pair_aligner::find_begin(part first, part second, std::int32_t score) {
  std::ranges::fill(backward_.best, never);
  std::ranges::fill(backward_.gap, never);
  for (std::size_t i = first.size(); i-- > 0;) {
    const substitution_row& scores = blosum62[first[i]];
    std::int32_t diagonal = i + 1 == first.size() ? 0 : never;
    std::int32_t right = never;
    std::int32_t across = never;
    for (std::size_t j = second.size(); j-- > 0;) {
      const std::int32_t below = backward_.best[j];
      const std::int32_t up = longer_gap(backward_.gap[j], below);
      const std::int32_t pair = std::max(never, diagonal + scores[second[j]]);
      across = longer_gap(across, right);
      right = std::max(std::max(pair, up), across);
      diagonal = below;
      backward_.best[j] = right;
      backward_.gap[j] = up;
      if (right == score) {
        cells_ += (first.size() - i) * second.size();
        return {i, j, score};
      }
    }
  }
  return {0, 0, score};
}

/// The best scores of all of `first` with the beginnings of `second`, both in the order of `at`. A
/// gap beside the first residues opens for `opening`.
template <class At>
void pair_aligner::fill(part first, part second, std::int32_t opening, row& last, const At& at) {
  last.best[0] = 0;
  for (std::size_t j = 1; j <= second.size(); ++j) {
    last.best[j] = -gap_of(j);
    last.gap[j] = never;
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    const substitution_row& scores = blosum62[at(first, i)];
    std::int32_t diagonal = last.best[0];
    std::int32_t left = -opening - gap_extension * static_cast<std::int32_t>(i + 1);
    std::int32_t across = never;
    last.best[0] = left;
    for (std::size_t j = 1; j <= second.size(); ++j) {
      const std::int32_t above = last.best[j];
      const std::int32_t down = longer_gap(last.gap[j], above);
      const std::int32_t pair = diagonal + scores[at(second, j - 1)];
      across = longer_gap(across, left);
      left = std::max(std::max(pair, down), across);
      diagonal = above;
      last.best[j] = left;
      last.gap[j] = down;
    }
  }
  last.gap[0] = last.best[0];
  cells_ += first.size() * second.size();
}

/// The best alignment of all of both. A gap beside the first residues of `first` opens for
/// `open_before`, one beside its last ones for `open_after`; the cost is zero if it continues a
/// gap.
void pair_aligner::trace(part first,
                         part second,
                         std::int32_t open_before,
                         std::int32_t open_after) {
  if (first.empty() || second.empty()) {
    step(kind::first_only, first.size());
    step(kind::second_only, second.size());
    return;
  }
  if (first.size() == 1) {
    trace_one(first.front(), second, open_before, open_after);
    return;
  }
  const std::size_t middle = first.size() / 2;
  fill(first.first(middle), second, open_before, forward_, from_front);
  fill(first.subspan(middle), second, open_after, backward_, from_back);
  std::int32_t best = std::numeric_limits<std::int32_t>::min();
  std::size_t where = 0;
  bool in_gap = false;
  for (std::size_t j = 0; j <= second.size(); ++j) {
    const std::size_t after = second.size() - j;
    const std::int32_t between = forward_.best[j] + backward_.best[after];
    const std::int32_t within = forward_.gap[j] + backward_.gap[after] + gap_opening;
    if (std::max(between, within) > best) {
      best = std::max(between, within);
      where = j;
      in_gap = within > between;
    }
  }
  if (!in_gap) {
    trace(first.first(middle), second.first(where), open_before, gap_opening);
    trace(first.subspan(middle), second.subspan(where), gap_opening, open_after);
    return;
  }
  trace(first.first(middle - 1), second.first(where), open_before, 0);
  step(kind::first_only, 2);
  trace(first.subspan(middle + 1), second.subspan(where), 0, open_after);
}

/// The same for a single residue: beside the best partner, or beside a gap where it opens for less.
void pair_aligner::trace_one(residue first,
                             part second,
                             std::int32_t open_before,
                             std::int32_t open_after) {
  const substitution_row& scores = blosum62[first];
  std::int32_t best = -std::min(open_before, open_after) - gap_extension - gap_of(second.size());
  std::size_t where = second.size();
  for (std::size_t j = 0; j < second.size(); ++j) {
    const std::int32_t beside = scores[second[j]] - gap_of(j) - gap_of(second.size() - 1 - j);
    if (beside > best) {
      best = beside;
      where = j;
    }
  }
  cells_ += second.size();
  if (where < second.size()) {
    step(kind::second_only, where);
    step(kind::both, 1);
    step(kind::second_only, second.size() - 1 - where);
  } else if (open_before <= open_after) {
    step(kind::first_only, 1);
    step(kind::second_only, second.size());
  } else {
    step(kind::second_only, second.size());
    step(kind::first_only, 1);
  }
}

void pair_aligner::step(kind what, std::size_t columns) {
  if (columns == 0) {
    return;
  }
  if (steps_.empty() || steps_.back().what != what) {
    steps_.push_back({what, 0});
  }
  steps_.back().columns += static_cast<std::uint32_t>(columns);
}

}  // namespace nuthatch::workloads
