// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/word_findings.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <nuthatch/nuthatch.hpp>

#include "workloads/temporary_directory.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {
namespace {

using nuthatch::testing::temporary_directory;

word_findings counted(std::string_view text) {
  word_findings found;
  found.count_words(text);
  return found;
}

TEST(word_findings, splits_text_into_words) {
  const word_findings found = counted("int main(void)\n{ return a_1+\"gr\xc3\xbc\xc3\x9f\" ; }");
  EXPECT_EQ(found.summary().words, 6U);
  EXPECT_EQ(found.table().times("int"), 1U);
  EXPECT_EQ(found.table().times("a_1"), 1U);
  EXPECT_EQ(found.table().times("gr\xc3\xbc\xc3\x9f"), 1U);
}

TEST(word_findings, meets_words_at_both_ends_of_the_text) {
  EXPECT_EQ(counted("").summary().words, 0U);
  EXPECT_EQ(counted(" \n").summary().words, 0U);
  EXPECT_EQ(counted("a").summary().words, 1U);
  EXPECT_EQ(counted("a b").summary().words, 2U);
  EXPECT_EQ(counted(std::string("a\0b", 3)).summary().words, 2U);
}

TEST(word_findings, merge_into_the_findings_of_both) {
  word_findings left = counted("a b b");
  left.merge(counted("b c"));
  left.count_unreadable(2);
  const word_summary numbers = left.summary();
  EXPECT_EQ(numbers.words, 5U);
  EXPECT_EQ(numbers.distinct, 3U);
  EXPECT_EQ(numbers.unreadable, 2U);
  EXPECT_EQ(left.table().times("b"), 3U);
  EXPECT_EQ(numbers.fingerprint, counted("c b a b b").summary().fingerprint);
}

std::string answer_for(const std::filesystem::path& directory, bool parallel) {
  const workload& chosen = *find("wordcount");
  const std::vector<std::string> overrides{"path=" + directory.string(), "depth=100", "block=2"};
  const std::unique_ptr<instance> problem =
      chosen.prepare(parameters(chosen.name, chosen.list, problem_size::small, overrides));
  problem->reset();
  if (parallel) {
    runtime team(options{.workers = 2});
    team.run([&] { problem->run_parallel(spawn_policy::adaptive); });
  } else {
    problem->run_serial();
  }
  EXPECT_EQ(problem->verify(), "");
  return problem->answer();
}

bool starts_with(const std::string& text, const std::string& beginning) {
  return text.compare(0, beginning.size(), beginning) == 0;
}

TEST(wordcount, counts_a_tree_of_files_without_going_round_in_links) {
  const temporary_directory directory;
  directory.write("a", "one two");
  directory.write("sub/b", "two three three");
  directory.write("sub/sub/empty", "");
  std::filesystem::create_directory_symlink("../..", directory.path() / "sub/sub/loop");
  std::filesystem::create_symlink("../a", directory.path() / "sub/link");
  for (const bool parallel : {false, true}) {
    const std::string answer = answer_for(directory.path(), parallel);
    EXPECT_TRUE(starts_with(answer, "3 files, 22 bytes, 5 words, 3 distinct")) << answer;
    EXPECT_NE(answer.find(", 0 unreadable"), std::string::npos) << answer;
  }
}

// No user can open a path that is longer than the system permits, not even the superuser.
TEST(wordcount, reports_what_it_cannot_read) {
  const temporary_directory directory;
  directory.write("readable", "word");
  const std::string name(200, 'd');
  int place = ::open(directory.path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (int level = 0; level < 25; ++level) {
    ASSERT_EQ(::mkdirat(place, name.c_str(), 0700), 0);
    const int below = ::openat(place, name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    ::close(place);
    ASSERT_GE(below, 0);
    place = below;
  }
  ::close(place);
  for (const bool parallel : {false, true}) {
    const std::string answer = answer_for(directory.path(), parallel);
    EXPECT_TRUE(starts_with(answer, "1 files, 4 bytes, 1 words, 1 distinct")) << answer;
    EXPECT_NE(answer.find(", 1 unreadable"), std::string::npos) << answer;
  }
}

TEST(wordcount, notices_that_the_files_have_changed) {
  const temporary_directory directory;
  directory.write("a", "one two");
  const workload& chosen = *find("wordcount");
  const std::vector<std::string> overrides{"path=" + directory.path().string()};
  const std::unique_ptr<instance> problem =
      chosen.prepare(parameters(chosen.name, chosen.list, problem_size::small, overrides));
  problem->reset();
  problem->run_serial();
  EXPECT_EQ(problem->verify(), "");
  directory.write("a", "one one");
  problem->reset();
  problem->run_serial();
  EXPECT_NE(problem->verify(), "");
}

}  // namespace
}  // namespace nuthatch::workloads
