// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "workloads/kernels/word_table.hpp"

namespace nuthatch::workloads {

/// Words consist of letters, digits, underscores and all bytes that are not ASCII, so that UTF-8
/// sequences are not split.
constexpr bool is_word_character(char character) noexcept {
  const auto byte = static_cast<unsigned char>(character);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9') || byte == '_' || byte >= 0x80;
}

/// The findings in numbers, for comparison and for reports.
struct word_summary {
  std::uint64_t files = 0;
  std::uint64_t unreadable = 0;  ///< number of files and directories
  std::uint64_t bytes = 0;
  std::uint64_t words = 0;
  std::uint64_t distinct = 0;
  std::uint64_t fingerprint = 0;  ///< of the words and their frequencies

  friend bool operator==(const word_summary&, const word_summary&) = default;
};

std::string describe(const word_summary& numbers);

/// The findings so far.
class word_findings {
 public:
  void count_words(std::string_view text);
  void count_file(const std::filesystem::path& file);

  void count_unreadable(std::uint64_t number) { unreadable_ += number; }

  /// Adds the findings of `other`.
  void merge(word_findings&& other);

  [[nodiscard]] word_summary summary() const;

  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }

  [[nodiscard]] const word_table& table() const noexcept { return table_; }

 private:
  std::uint64_t files_ = 0;
  std::uint64_t unreadable_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t words_ = 0;
  word_table table_;
};

/// The same numbers for a directory, computed in the most obvious way, to check faster programs.
word_summary count_obviously(const std::filesystem::path& directory, std::size_t depth);

}  // namespace nuthatch::workloads
