// SPDX-License-Identifier: Apache-2.0

// Counts the words of all files of a folder and prints the most frequent ones: a reduction over
// files, and an exception that reaches main.
//
//   word_count [folder]

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace {

using word_counts = std::unordered_map<std::string, std::size_t>;

std::vector<std::filesystem::path> files_below(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) {
      files.push_back(entry.path());
    }
  }
  return files;
}

word_counts count_words(const std::filesystem::path& file) {
  std::ifstream text(file);
  if (!text) {
    throw std::runtime_error("cannot read " + file.string());
  }
  word_counts counts;
  std::string word;
  for (char c = 0; text.get(c);) {
    if (std::isalpha(static_cast<unsigned char>(c)) != 0) {
      word += c;
    } else if (!word.empty()) {
      ++counts[word];
      word.clear();
    }
  }
  if (!word.empty()) {
    ++counts[word];
  }
  return counts;
}

word_counts merged(word_counts left, word_counts right) {
  if (left.size() < right.size()) {
    std::swap(left, right);
  }
  for (const auto& [word, times] : right) {
    left[word] += times;
  }
  return left;
}

void print_most_frequent(const word_counts& counts) {
  std::vector<std::pair<std::size_t, std::string>> ranking;
  for (const auto& [word, times] : counts) {
    ranking.emplace_back(times, word);
  }
  const std::size_t shown = std::min<std::size_t>(10, ranking.size());
  std::ranges::partial_sort(
      ranking, ranking.begin() + static_cast<std::ptrdiff_t>(shown), std::greater<>());
  for (std::size_t i = 0; i < shown; ++i) {
    std::printf("%8zu %s\n", ranking[i].first, ranking[i].second.c_str());
  }
}

}  // namespace

int main(int count, char** arguments) try {
  const auto files = files_below(count > 1 ? arguments[1] : ".");
  const word_counts counts = nuthatch::parallel_reduce(
      std::size_t{0},
      files.size(),
      word_counts(),
      [&](std::size_t i) { return count_words(files[i]); },
      merged);
  std::printf("%zu files, %zu different words\n", files.size(), counts.size());
  print_most_frequent(counts);
  return counts.empty() ? 1 : 0;
} catch (const std::exception& failure) {
  std::fprintf(stderr, "word_count: %s\n", failure.what());
  return 1;
}
