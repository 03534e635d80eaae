// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace nuthatch::openmp {

/// A machine described by files as Linux has them: two sockets of two cores of two threads. Each
/// socket has two caches; the second socket's memory is in two parts.
class described_machine : public ::testing::Test {
 protected:
  std::string system_ = ::testing::TempDir() + "described_machine." + std::to_string(getpid());

  void SetUp() override {
    std::filesystem::remove_all(system_);
    for (unsigned cpu = 0; cpu < 8; ++cpu) {
      const std::string folder = "cpu/cpu" + std::to_string(cpu) + "/";
      const unsigned core = cpu % 4;
      const unsigned socket = core / 2;
      put(folder + "topology/thread_siblings_list",
          std::to_string(core) + "," + std::to_string(core + 4));
      put(folder + "topology/core_siblings_list", socket == 0 ? "0-1,4-5" : "2-3,6-7");
      put(folder + "cache/index0/level", "1");
      put(folder + "cache/index0/type", "Data");
      put(folder + "cache/index0/shared_cpu_list", std::to_string(cpu));
      put(folder + "cache/index1/level", "9");
      put(folder + "cache/index1/type", "Instruction");
      put(folder + "cache/index1/shared_cpu_list", "0-7");
      put(folder + "cache/index2/level", "3");
      put(folder + "cache/index2/type", "Unified");
      put(folder + "cache/index2/shared_cpu_list",
          std::to_string(core) + "," + std::to_string(core + 4));
    }
    put("node/online", "0,2-3");
    put("node/node0/cpulist", "0-1,4-5");
    put("node/node2/cpulist", "2,6");
    put("node/node3/cpulist", "3,7");
  }

  void TearDown() override { std::filesystem::remove_all(system_); }

  void put(const std::string& name, const std::string& text) const {
    const std::filesystem::path path = std::filesystem::path(system_) / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text << '\n';
  }
};

}  // namespace nuthatch::openmp
