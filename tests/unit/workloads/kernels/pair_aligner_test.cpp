// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/pair_aligner.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "workloads/kernels/alignment_check.hpp"
#include "workloads/kernels/mix.hpp"
#include "workloads/kernels/protein_list.hpp"

namespace nuthatch::workloads {
namespace {

protein of(std::string_view letters) {
  protein made;
  for (const char letter : letters) {
    made.push_back(static_cast<residue>(amino_acid_letters.find(letter)));
  }
  return made;
}

TEST(amino_acids, scores_are_the_same_both_ways) {
  for (std::size_t i = 0; i < blosum62.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_EQ(blosum62.at(i).at(j), blosum62.at(j).at(i)) << i << " " << j;
    }
  }
}

TEST(pair_aligner, aligns_a_protein_with_itself) {
  const protein one = of("WCHYARND");
  pair_aligner aligner;
  const aligned_pair found = aligner.align(one, one);
  EXPECT_EQ(found.score, 11 + 9 + 8 + 7 + 4 + 5 + 6 + 6);
  EXPECT_EQ(found.identities, 8U);
  EXPECT_EQ(found.columns, 8U);
  EXPECT_EQ(found.percent, 100);
  EXPECT_GE(aligner.cells(), 64U);
}

TEST(pair_aligner, finds_the_part_that_is_alike) {
  const aligned_pair found = pair_aligner().align(of("PPPPWCHWGGG"), of("EEWCHWDDDDDD"));
  EXPECT_EQ(found.score, 11 + 9 + 8 + 11);
  EXPECT_EQ(found.first_begin, 4U);
  EXPECT_EQ(found.first_end, 8U);
  EXPECT_EQ(found.second_begin, 2U);
  EXPECT_EQ(found.second_end, 6U);
  EXPECT_NEAR(found.percent, 100 * 4.0 / 11, 1e-4);
}

TEST(pair_aligner, opens_a_gap_where_that_is_worth_it) {
  pair_aligner aligner;
  const aligned_pair found = aligner.align(of("WWWWEEEWWWW"), of("WWWWWWWW"));
  EXPECT_EQ(found.score, 8 * 11 - (gap_opening + 3 * gap_extension));
  EXPECT_EQ(found.columns, 11U);
  EXPECT_EQ(found.identities, 8U);
  ASSERT_EQ(aligner.steps().size(), 3U);
  EXPECT_EQ(aligner.steps()[1].what, alignment_step::kind::first_only);
  EXPECT_EQ(aligner.steps()[1].columns, 3U);
}

TEST(pair_aligner, finds_nothing_where_nothing_is_alike) {
  pair_aligner aligner;
  aligner.align(of("A"), of("A"));
  EXPECT_EQ(aligner.align(of("WWWW"), of("PPP")), aligned_pair());
  EXPECT_TRUE(aligner.steps().empty());
}

// W beside D scores so low that many residues are better placed beside gaps. The halving meets
// these gaps, which continue before or after each part.
TEST(pair_aligner, has_gaps_in_both_beside_each_other) {
  pair_aligner aligner;
  for (std::size_t length = 12; length < 40; ++length) {
    for (const std::size_t other : {length, length + 5}) {
      const auto between_ends = [](std::size_t count, char residue) {
        return of(std::string(20, 'H').append(count, residue).append(20, 'H'));
      };
      const protein first = between_ends(length, 'W');
      const protein second = between_ends(other, 'D');
      const aligned_pair found = aligner.align(first, second);
      EXPECT_EQ(found.score, best_score_by_matrices(first, second));
      EXPECT_EQ(found.columns, 40 + length + other);
      EXPECT_EQ(check_steps(first, second, found, aligner.steps()), "") << length << " " << other;
    }
  }
}

/// There are few kinds of residues, so many are equal. The second sequence often contains a part of
/// the first one twice.
std::vector<protein> random_pair(std::uint64_t number) {
  std::uint64_t state = number << 20U;
  const auto below = [&state](std::size_t limit) {
    return mix(state++) % limit;
  };
  const std::size_t kinds = 1 + below(amino_acid_letters.size());
  std::vector<protein> pair(2);
  for (protein& each : pair) {
    each.resize(1 + below(25));
    std::ranges::generate(each, [&] { return static_cast<residue>(below(kinds)); });
  }
  if (below(2) == 0) {
    const protein& first = pair[0];
    const auto cut = first.begin() + static_cast<std::ptrdiff_t>(below(first.size()));
    const auto end =
        cut + static_cast<std::ptrdiff_t>(below(1 + static_cast<std::size_t>(first.end() - cut)));
    protein made(first.begin(), cut);
    made.insert(made.end(), pair[1].begin(), pair[1].end());
    made.insert(made.end(), end, first.end());
    made.insert(made.end(), first.begin(), cut);
    pair[1] = made;
  }
  if (below(2) == 0) {
    std::swap(pair[0], pair[1]);
  }
  return pair;
}

TEST(pair_aligner, finds_scores_of_whole_matrices_and_alignments_that_have_them) {
  pair_aligner aligner;
  std::size_t with_gaps = 0;
  for (std::uint64_t i = 0; i < 1500; ++i) {
    const std::vector<protein> pair = random_pair(i);
    const aligned_pair found = aligner.align(pair[0], pair[1]);
    EXPECT_EQ(found.score, best_score_by_matrices(pair[0], pair[1])) << i;
    EXPECT_EQ(check_steps(pair[0], pair[1], found, aligner.steps()), "") << i;
    with_gaps += aligner.steps().size() > 1 ? 1U : 0U;
  }
  EXPECT_GT(with_gaps, 100U);
}

TEST(alignment_check, finds_wrong_steps) {
  const protein one = of("WCHYARND");
  pair_aligner aligner;
  const aligned_pair found = aligner.align(one, one);
  std::vector<alignment_step> steps = aligner.steps();
  EXPECT_EQ(check_steps(one, one, found, steps), "");
  steps.front().columns = 7;
  EXPECT_NE(check_steps(one, one, found, steps), "");
  steps.front().columns = 9;
  EXPECT_NE(check_steps(one, one, found, steps), "");
  steps = {{alignment_step::kind::first_only, 8}, {alignment_step::kind::second_only, 8}};
  EXPECT_NE(check_steps(one, one, found, steps), "");
  for (const auto member : {&aligned_pair::columns, &aligned_pair::identities}) {
    aligned_pair other = found;
    ++(other.*member);
    EXPECT_NE(check_steps(one, one, other, aligner.steps()), "");
  }
}

}  // namespace
}  // namespace nuthatch::workloads
