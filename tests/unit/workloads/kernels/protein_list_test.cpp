// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/protein_list.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "workloads/kernels/pair_aligner.hpp"
#include "workloads/temporary_directory.hpp"

namespace nuthatch::workloads {
namespace {

using nuthatch::testing::temporary_directory;
using ::testing::HasSubstr;

std::string letters_of(const protein& one) {
  std::string letters;
  for (const residue each : one) {
    letters += amino_acid_letters.at(each);
  }
  return letters;
}

TEST(protein_list, reads_sequences_with_titles_and_without_a_number) {
  const auto list = parse_proteins(">one\nARND\nCQ\n\n>two|2\nWYV\n");
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(letters_of(list[0]), "ARNDCQ");
  EXPECT_EQ(letters_of(list[1]), "WYV");
}

TEST(protein_list, reads_a_number_other_line_ends_small_letters_and_those_without_scores) {
  const auto list =
      parse_proteins("Number of sequences is 2\r\n\r\n>one\r\nArnBZX\r\n>two\r\nJOU \r\n");
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(letters_of(list[0]), "ARNBZX");
  EXPECT_EQ(letters_of(list[1]), "XXX");
}

TEST(protein_list, reads_a_last_line_without_an_end) {
  EXPECT_EQ(letters_of(parse_proteins(">a\nA\n>b\nRR").at(1)), "RR");
}

TEST(protein_list, says_what_is_wrong_and_where) {
  struct mistake {
    std::string text;
    std::string complaint;
  };

  std::string many;
  for (std::size_t i = 0; i <= max_proteins; ++i) {
    many += ">\nA\n";
  }
  const std::vector<mistake> mistakes{
      {"", "at least 2 sequences, found 0"},
      {">one\nA\n", "at least 2 sequences, found 1"},
      {"ARN\n>one\nA\n", "in line 1 '>' and a title before all letters"},
      {">one\nA\n>two\nAR1\n", "in line 4 letters of amino acids, found '1'"},
      {">one\nA\n>two\nA\x01\n", "in line 4 letters of amino acids, found byte 1"},
      {">one\n>two\nA\n", "letters of amino acids after the title in line 1, found none"},
      {">one\nA\n>two\n", "letters of amino acids after the title in line 3, found none"},
      {"Number of sequences is 3\n>one\nA\n>two\nA\n",
       "the 3 sequences that it announces, found 2"},
      {"\nNumber of sequences is many\n", "in line 2 a number after \"Number of sequences is\""},
      {">one\n" + std::string(longest_protein + 1, 'A') + "\n", "at most 40000 letters"},
      {many, "at most 2000 sequences, found one more in line 4001"}};
  for (const mistake& made : mistakes) {
    try {
      parse_proteins(made.text);
      ADD_FAILURE() << made.complaint;
    } catch (const protein_file_error& problem) {
      EXPECT_THAT(problem.what(), HasSubstr(made.complaint));
    }
  }
}

TEST(protein_list, reads_files_that_are_there) {
  const temporary_directory directory;
  directory.write("two.aa", ">one\nA\n>two\nRR\n");
  EXPECT_EQ(read_proteins(directory.path() / "two.aa").size(), 2U);
  EXPECT_THROW(read_proteins(directory.path() / "three.aa"), protein_file_error);
  EXPECT_THROW(read_proteins(directory.path()), protein_file_error);
}

TEST(protein_list, generates_proteins_of_various_lengths_about_the_one_asked_for) {
  const auto list = generate_proteins(100, 600);
  ASSERT_EQ(list.size(), 100U);
  std::vector<std::size_t> lengths;
  double sum = 0;
  for (const protein& each : list) {
    lengths.push_back(each.size());
    sum += static_cast<double>(each.size());
  }
  EXPECT_NEAR(sum / 100, 600, 60);
  EXPECT_LT(std::ranges::min(lengths), 200U);
  EXPECT_GT(std::ranges::max(lengths), 1500U);
  EXPECT_EQ(generate_proteins(100, 600), list);
}

TEST(protein_list, generates_as_few_and_as_short_ones_as_asked_for) {
  for (const std::size_t count : {2U, 3U, 5U, 9U}) {
    const auto list = generate_proteins(count, 1);
    EXPECT_EQ(list.size(), count);
    EXPECT_TRUE(std::ranges::none_of(list, &protein::empty));
  }
}

// The first protein of a family resembles the others, each less than the previous one.
TEST(protein_list, generates_families) {
  const auto list = generate_proteins(8, 300);
  const auto alike = [&list](std::size_t other) {
    return pair_aligner().align(list[0], list[other]).percent;
  };
  EXPECT_GT(alike(1), alike(2));
  EXPECT_GT(alike(2), alike(3));
  EXPECT_GT(alike(3), alike(4));
}

}  // namespace
}  // namespace nuthatch::workloads
