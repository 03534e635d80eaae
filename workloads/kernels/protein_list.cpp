// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/protein_list.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/text_files.hpp"

namespace nuthatch::workloads {

namespace {

constexpr std::string_view announcement = "Number of sequences is";

bool is_blank(char one) {
  return one == ' ' || one == '\t' || one == '\r';
}

std::string_view trimmed(std::string_view line) {
  while (!line.empty() && is_blank(line.back())) {
    line.remove_suffix(1);
  }
  while (!line.empty() && is_blank(line.front())) {
    line.remove_prefix(1);
  }
  return line;
}

std::optional<residue> residue_of(char letter) {
  const char capital =
      letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
  if (capital < 'A' || capital > 'Z') {
    return std::nullopt;
  }
  const std::size_t found = amino_acid_letters.find(capital);
  return static_cast<residue>(found == std::string_view::npos ? amino_acid_letters.find('X')
                                                              : found);
}

/// Formats a byte for a message.
std::string shown(char one) {
  return one >= ' ' && one <= '~' ? message("'", std::string_view(&one, 1), "'")
                                  : message("byte ", +static_cast<unsigned char>(one));
}

/// Reads a text line by line.
class protein_reader {
 public:
  void read(std::string_view line) {
    ++line_;
    const std::string_view content = trimmed(line);
    if (content.empty()) {
      return;
    }
    if (content.front() == '>') {
      begin();
    } else if (!list_.empty()) {
      append(content);
    } else if (!announced_ && content.starts_with(announcement)) {
      announce(trimmed(content.substr(announcement.size())));
    } else {
      throw protein_file_error(message("in line ", line_, " '>' and a title before all letters"));
    }
  }

  std::vector<protein> finish() {
    check_last();
    if (list_.size() < 2) {
      throw protein_file_error(message("at least 2 sequences, found ", list_.size()));
    }
    if (announced_ && *announced_ != list_.size()) {
      throw protein_file_error(
          message("the ", *announced_, " sequences that it announces, found ", list_.size()));
    }
    return std::move(list_);
  }

 private:
  void begin() {
    check_last();
    title_line_ = line_;
    if (list_.size() == max_proteins) {
      throw protein_file_error(
          message("at most ", max_proteins, " sequences, found one more in line ", line_));
    }
    list_.emplace_back();
  }

  void check_last() const {
    if (!list_.empty() && list_.back().empty()) {
      throw protein_file_error(
          message("letters of amino acids after the title in line ", title_line_, ", found none"));
    }
  }

  void append(std::string_view letters) {
    protein& last = list_.back();
    for (const char letter : letters) {
      const std::optional<residue> found = residue_of(letter);
      if (!found) {
        throw protein_file_error(
            message("in line ", line_, " letters of amino acids, found ", shown(letter)));
      }
      last.push_back(*found);
    }
    if (last.size() > longest_protein) {
      throw protein_file_error(message(
          "at most ", longest_protein, " letters in a sequence, found more by line ", line_));
    }
  }

  void announce(std::string_view number) {
    const char* const end = number.data() + number.size();
    std::size_t announced = 0;
    const auto [rest, problem] = std::from_chars(number.data(), end, announced);
    if (problem != std::errc{} || rest != end) {
      throw protein_file_error(
          message("in line ", line_, " a number after \"", announcement, "\""));
    }
    announced_ = announced;
  }

  std::vector<protein> list_;
  std::optional<std::size_t> announced_;
  std::size_t line_ = 0;
  std::size_t title_line_ = 0;
};

}  // namespace

std::vector<protein> parse_proteins(std::string_view text) {
  protein_reader reader;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    reader.read(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return reader.finish();
}

std::vector<protein> read_proteins(const std::filesystem::path& file) {
  const std::optional<std::string> text = read_file(file);
  if (!text) {
    throw protein_file_error("a file that can be read");
  }
  return parse_proteins(*text);
}

}  // namespace nuthatch::workloads
