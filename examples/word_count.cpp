// SPDX-License-Identifier: Apache-2.0

// Counts the words of all files below a folder: a reduction whose map adds to a table.
//
//   word_count [folder]

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include <nuthatch/nuthatch.hpp>

namespace {

using word_counts = std::map<std::string, long>;

void count_words(word_counts& counts, const std::filesystem::path& file) {
  std::ifstream text(file);
  if (!text) {
    throw std::runtime_error("cannot read " + file.string());
  }
  for (std::istream_iterator<std::string> word(text), end; word != end; ++word) {
    ++counts[*word];
  }
}

void add(word_counts& to, const word_counts& from) {
  for (const auto& [word, times] : from) {
    to[word] += times;
  }
}

}  // namespace

int main(int count, char** arguments) try {
  std::vector<std::filesystem::path> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(count > 1 ? arguments[1] : ".")) {
    if (entry.is_regular_file()) {
      files.push_back(entry.path());
    }
  }
  const auto counts = nuthatch::parallel_reduce(
      0,
      files.size(),
      word_counts(),
      [&](word_counts& sum, auto i) { count_words(sum, files[i]); },
      add);
  std::printf("%zu files, %zu different words\n", files.size(), counts.size());
  return counts.empty() ? 1 : 0;
} catch (const std::exception& failure) {
  std::fprintf(stderr, "word_count: %s\n", failure.what());
  return 1;
}
