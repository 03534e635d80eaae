// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "temporary_directory.hpp"
#include "workloads/workload.hpp"

namespace nuthatch::workloads {

/// Tests of each workload, named after it.
class every_workload : public ::testing::TestWithParam<std::string> {
 protected:
  std::unique_ptr<instance> prepare() {
    const workload& chosen = *find(GetParam());
    std::vector<std::string> overrides;
    if (chosen.name == "wordcount") {
      overrides = {"path=" + write_files().string(), "depth=9"};
    }
    return chosen.prepare(parameters(chosen.name, chosen.list, problem_size::small, overrides));
  }

 private:
  // wordcount reads files that the test creates, so it does not depend on the machine.
  const std::filesystem::path& write_files() {
    files_.emplace();
    for (int i = 0; i < 40; ++i) {
      const std::string number = std::to_string(i);
      files_->write("f" + number, "one two two three " + number);
      files_->write("sub" + number + "/below/g", "two words");
    }
    return files_->path();
  }

  std::optional<nuthatch::testing::temporary_directory> files_;
};

inline std::vector<std::string> names_of_all() {
  std::vector<std::string> list;
  for (const workload& each : all()) {
    list.push_back(each.name);
  }
  return list;
}

inline std::string test_name(const ::testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& character : name) {
    character = character == '-' ? '_' : character;
  }
  return name;
}

}  // namespace nuthatch::workloads
