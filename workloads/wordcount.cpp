// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <nuthatch/nuthatch.hpp>

#include "workloads/kernels/message.hpp"
#include "workloads/kernels/text_files.hpp"
#include "workloads/kernels/word_findings.hpp"
#include "workloads/spawning/with_policy.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

namespace {

using std::filesystem::path;

constexpr double ns_per_byte = 7;

void count_serial(const path& directory, std::size_t depth, word_findings& found) {
  const directory_listing listing = list_directory(directory);
  found.count_unreadable(listing.unreadable);
  for (const path& file : listing.files) {
    found.count_file(file);
  }
  if (depth > 0) {
    for (const path& below : listing.directories) {
      count_serial(below, depth - 1, found);
    }
  }
}

struct file_list {
  std::vector<path> files;
  std::uint64_t unreadable = 0;
};

template <class Policy>
file_list list_files(Policy policy, const path& directory, std::size_t depth) {
  directory_listing listing = list_directory(directory);
  file_list all{std::move(listing.files), listing.unreadable};
  if (depth == 0) {
    return all;
  }
  std::vector<file_list> below(listing.directories.size());
  scope children;
  for (std::size_t i = 0; i < below.size(); ++i) {
    children.spawn(policy, [policy, depth, part = &below[i], next = &listing.directories[i]] {
      *part = list_files(policy, *next, depth - 1);
    });
  }
  children.sync();
  for (file_list& part : below) {
    std::ranges::move(part.files, std::back_inserter(all.files));
    all.unreadable += part.unreadable;
  }
  return all;
}

/// Counts `block` files at a time into one table: fewer tables to merge than files.
template <class Policy>
word_findings count_parallel(Policy policy,
                             const path& directory,
                             std::size_t depth,
                             std::size_t block) {
  const file_list list = list_files(policy, directory, depth);
  const std::size_t files = list.files.size();
  word_findings all = nuthatch::parallel_reduce(
      policy,
      std::size_t{0},
      (files + block - 1) / block,
      word_findings{},
      [&list, files, block](std::size_t index) {
        word_findings found;
        for (std::size_t i = index * block; i < std::min(files, (index + 1) * block); ++i) {
          found.count_file(list.files[i]);
        }
        state<Policy>(ns_per_byte, found.bytes());
        return found;
      },
      [](word_findings left, word_findings right) {
        left.merge(std::move(right));
        return left;
      },
      grain{1});
  all.count_unreadable(list.unreadable);
  return all;
}

class wordcount_instance final : public instance {
 public:
  wordcount_instance(path directory, std::size_t depth, std::size_t block)
      : directory_(std::move(directory)),
        depth_(depth),
        block_(block) {}

  void reset() override { found_ = {}; }

  void run_serial() override { count_serial(directory_, depth_, found_); }

  void run_parallel(spawn_policy policy) override {
    found_ = with_policy(
        policy, [this](auto tag) { return count_parallel(tag, directory_, depth_, block_); });
  }

  std::string verify() override {
    if (!expected_) {
      expected_ = count_obviously(directory_, depth_);
    }
    const word_summary found = found_.summary();
    return found == *expected_
               ? std::string()
               : message("expected ", describe(*expected_), "; found ", describe(found));
  }

  [[nodiscard]] std::string answer() const override { return describe(found_.summary()); }

 private:
  path directory_;
  std::size_t depth_;
  std::size_t block_;
  word_findings found_;
  std::optional<word_summary> expected_;
};

}  // namespace

workload wordcount_workload() {
  return {"wordcount",
          "files, words and distinct words of a directory and all below it",
          {{"path", "the directory", {"/usr/include", "/usr/include", "/usr/include"}},
           {"depth",
            "levels of directories below it that are visited",
            {"0", "100", "100"},
            integer_range{0, 1'000}},
           {"block", "files that one task counts", {"4", "32", "32"}, integer_range{1, 1'000'000}}},
          [](const parameters& chosen) -> std::unique_ptr<instance> {
            const path directory = chosen.get_string("path");
            std::error_code unknown;
            if (!std::filesystem::is_directory(directory, unknown)) {
              chosen.reject("path", "a directory that exists");
            }
            return std::make_unique<wordcount_instance>(
                directory, chosen.get_size("depth"), chosen.get_size("block"));
          }};
}

}  // namespace nuthatch::workloads
