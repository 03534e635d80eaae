// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/word_findings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/text_files.hpp"
#include "workloads/kernels/word_table.hpp"

namespace nuthatch::workloads {

namespace {

using frequencies = std::unordered_map<std::string, std::uint64_t>;

void add_obviously(const std::string& text, frequencies& times, word_summary& numbers) {
  auto start = std::ranges::find_if(text, is_word_character);
  while (start != text.end()) {
    const auto end = std::find_if_not(start, text.end(), is_word_character);
    ++times[std::string(start, end)];
    ++numbers.words;
    start = std::find_if(end, text.end(), is_word_character);
  }
}

void add_obviously(const std::filesystem::path& directory,
                   std::size_t depth,
                   frequencies& times,
                   word_summary& numbers) {
  const directory_listing listing = list_directory(directory);
  numbers.unreadable += listing.unreadable;
  for (const std::filesystem::path& file : listing.files) {
    const std::optional<std::string> text = read_file(file);
    numbers.unreadable += text ? 0U : 1U;
    numbers.files += text ? 1U : 0U;
    numbers.bytes += text ? text->size() : 0;
    add_obviously(text.value_or(std::string()), times, numbers);
  }
  for (const std::filesystem::path& below : listing.directories) {
    if (depth > 0) {
      add_obviously(below, depth - 1, times, numbers);
    }
  }
}

}  // namespace

std::string describe(const word_summary& numbers) {
  return message(numbers.files,
                 " files, ",
                 numbers.bytes,
                 " bytes, ",
                 numbers.words,
                 " words, ",
                 numbers.distinct,
                 " distinct (fingerprint ",
                 numbers.fingerprint,
                 "), ",
                 numbers.unreadable,
                 " unreadable");
}

void word_findings::count_words(std::string_view text) {
  std::size_t place = 0;
  while (place < text.size()) {
    const std::size_t start = place;
    std::uint64_t hash = word_table::hash_start;
    while (place < text.size() && is_word_character(text[place])) {
      hash = word_table::hash_next(hash, text[place]);
      ++place;
    }
    if (place > start) {
      table_.add(text.substr(start, place - start), hash);
      ++words_;
    }
    ++place;
  }
}

void word_findings::count_file(const std::filesystem::path& file) {
  const std::optional<std::string> text = read_file(file);
  if (!text) {
    ++unreadable_;
    return;
  }
  ++files_;
  bytes_ += text->size();
  count_words(*text);
}

void word_findings::merge(word_findings&& other) {
  files_ += other.files_;
  unreadable_ += other.unreadable_;
  bytes_ += other.bytes_;
  words_ += other.words_;
  table_.merge(std::move(other.table_));
}

word_summary word_findings::summary() const {
  return {files_, unreadable_, bytes_, words_, table_.distinct(), table_.fingerprint()};
}

word_summary count_obviously(const std::filesystem::path& directory, std::size_t depth) {
  frequencies times;
  word_summary numbers;
  add_obviously(directory, depth, times, numbers);
  numbers.distinct = times.size();
  for (const auto& [word, count] : times) {
    numbers.fingerprint += word_table::fingerprint_of(word_table::hash_of(word), count);
  }
  return numbers;
}

}  // namespace nuthatch::workloads
