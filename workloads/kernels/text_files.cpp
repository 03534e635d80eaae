// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/text_files.hpp"

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <ios>
#include <optional>
#include <string>
#include <system_error>

namespace nuthatch::workloads {

namespace {

/// Size of the pieces for reading files whose size the system does not report (0 for those of
/// /proc).
constexpr std::size_t piece_bytes = 4096;

void add_entry(const std::filesystem::directory_entry& entry, directory_listing& listing) {
  // An entry usually knows its own type. Request the status of its path only if it does not.
  std::error_code unknown;
  if (entry.is_symlink(unknown)) {
    return;
  }
  if (entry.is_regular_file(unknown)) {
    listing.files.push_back(entry.path());
  } else if (entry.is_directory(unknown)) {
    listing.directories.push_back(entry.path());
  }
  listing.unreadable += unknown ? 1U : 0U;
}

}  // namespace

directory_listing list_directory(const std::filesystem::path& directory) {
  directory_listing listing;
  std::error_code problem;
  std::filesystem::directory_iterator entry(directory, problem);
  while (!problem && entry != std::filesystem::directory_iterator{}) {
    add_entry(*entry, listing);
    entry.increment(problem);
  }
  listing.unreadable += problem ? 1U : 0U;
  return listing;
}

std::optional<std::string> read_file(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    return std::nullopt;
  }
  std::error_code unknown;
  const auto expected = std::filesystem::file_size(file, unknown);
  std::string content;
  std::size_t filled = 0;
  // One byte more than expected, so that a single read also detects the end of the file.
  std::size_t next =
      unknown || expected == 0 ? piece_bytes : static_cast<std::size_t>(expected) + 1;
  while (stream) {
    content.resize(filled + next);
    stream.read(content.data() + filled, static_cast<std::streamsize>(next));
    filled += static_cast<std::size_t>(stream.gcount());
    next = piece_bytes + filled;
  }
  if (stream.bad()) {
    return std::nullopt;
  }
  content.resize(filled);
  return content;
}

}  // namespace nuthatch::workloads
