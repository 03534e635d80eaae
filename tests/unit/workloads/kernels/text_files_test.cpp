// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/text_files.hpp"

#include <cstddef>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "workloads/temporary_directory.hpp"

namespace nuthatch::workloads {
namespace {

using nuthatch::testing::temporary_directory;

TEST(text_files, reads_files_of_any_length) {
  const temporary_directory directory;
  for (const std::size_t length : {0U, 1U, 4095U, 4096U, 4097U, 100'000U}) {
    const std::string content(length, 'x');
    directory.write("file", content);
    EXPECT_EQ(read_file(directory.path() / "file"), content);
  }
}

TEST(text_files, reads_files_whose_size_is_not_known_beforehand) {
  const std::string content = read_file("/proc/self/status").value_or("unreadable");
  EXPECT_NE(content.find("Name:"), std::string::npos) << content;
}

TEST(text_files, tells_what_cannot_be_read) {
  const temporary_directory directory;
  EXPECT_FALSE(read_file(directory.path() / "missing"));
  EXPECT_FALSE(read_file(directory.path()));
  EXPECT_EQ(list_directory(directory.path() / "missing").unreadable, 1U);
}

TEST(text_files, lists_files_and_directories_and_no_links) {
  const temporary_directory directory;
  directory.write("file", "text");
  directory.write("sub/file", "text");
  std::filesystem::create_symlink("file", directory.path() / "link");
  std::filesystem::create_directory_symlink("..", directory.path() / "loop");
  std::filesystem::create_symlink("nowhere", directory.path() / "dangling");
  const directory_listing listing = list_directory(directory.path());
  EXPECT_EQ(listing.unreadable, 0U);
  ASSERT_EQ(listing.files.size(), 1U);
  EXPECT_EQ(listing.files.front(), directory.path() / "file");
  ASSERT_EQ(listing.directories.size(), 1U);
  EXPECT_EQ(listing.directories.front(), directory.path() / "sub");
}

}  // namespace
}  // namespace nuthatch::workloads
