// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/protein_pairs.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "workloads/kernels/alignment_check.hpp"
#include "workloads/kernels/message.hpp"

namespace nuthatch::workloads {

namespace {

/// An impossible result, so that a skipped pair is detected.
constexpr aligned_pair not_aligned{.score = -1};

}  // namespace

protein_pairs::protein_pairs(std::vector<protein> list)
    : list_(std::move(list)),
      found_(list_.size() * (list_.size() - 1) / 2, not_aligned) {}

void protein_pairs::reset() {
  std::ranges::fill(found_, not_aligned);
}

std::uint64_t protein_pairs::align(std::size_t first, std::size_t second) {
  pair_aligner aligner;
  found_[number(first, second)] = aligner.align(list_[first], list_[second]);
  return aligner.cells();
}

std::string protein_pairs::verify() {
  if (expected_.empty()) {
    protein_pairs again(list_);
    again.for_each([&again](std::size_t i, std::size_t j) { again.align(i, j); });
    fault_ = again.check_some();
    expected_ = std::move(again.found_);
  }
  const auto [found, expected] = std::ranges::mismatch(found_, expected_);
  if (found == found_.end()) {
    return fault_;
  }
  return message("pair ",
                 found - found_.begin(),
                 ": expected score ",
                 expected->score,
                 " and ",
                 expected->identities,
                 " identities, found ",
                 found->score,
                 " and ",
                 found->identities);
}

std::string protein_pairs::check_some() const {
  constexpr std::size_t max_cells = 40'000'000;   // a quarter of a second
  constexpr std::size_t largest = max_cells / 2;  // of 12 bytes each
  std::size_t all_cells = 0;
  for_each([&](std::size_t i, std::size_t j) { all_cells += list_[i].size() * list_[j].size(); });
  const std::size_t stride = 1 + all_cells / max_cells;
  pair_aligner aligner;
  std::string fault;
  for_each([&](std::size_t i, std::size_t j) {
    const protein& first = list_[i];
    const protein& second = list_[j];
    if (!fault.empty() || number(i, j) % stride != 0 || first.size() * second.size() > largest) {
      return;
    }
    const aligned_pair found = aligner.align(first, second);
    fault = check_steps(first, second, found, aligner.steps());
    const std::int32_t best = best_score_by_matrices(first, second);
    if (best != found.score) {
      fault = message("expected score ", best, ", found ", found.score);
    }
    if (!fault.empty()) {
      fault = message("proteins ", i, " and ", j, ": ", fault);
    }
  });
  return fault;
}

std::string protein_pairs::answer() const {
  std::int64_t score = 0;
  double percent = 0;
  for (const aligned_pair& each : found_) {
    score += each.score;
    percent += each.percent;
  }
  constexpr double digits = 100;
  const double average = std::round(percent / static_cast<double>(found_.size()) * digits) / digits;
  return message(found_.size(), " pairs, scores ", score, ", on average ", average, "% identical");
}

}  // namespace nuthatch::workloads
