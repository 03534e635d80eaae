// SPDX-License-Identifier: Apache-2.0

// Information of the kernel about the memory of the process and its limits, read from /proc.

#include <cstddef>
#include <fstream>
#include <ios>
#include <limits>
#include <string>

#include "platform/memory.hpp"

namespace nuthatch::platform {

namespace {

// Linux's default since 2.6.
constexpr std::size_t default_map_count = 65530;

std::size_t status_kibibytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  std::string word;
  while (status >> word) {
    if (word == key) {
      std::size_t value = 0;
      return status >> value ? value : 0;
    }
    status.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  }
  return 0;
}

}  // namespace

std::size_t max_map_count() noexcept {
  try {
    std::ifstream file("/proc/sys/vm/max_map_count");
    std::size_t count = 0;
    return file >> count ? count : default_map_count;
  } catch (...) {
    return default_map_count;  // out of memory while opening the file
  }
}

std::size_t resident_bytes() {
  std::ifstream file("/proc/self/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  return file >> total >> resident ? resident * page_size() : 0;
}

std::size_t peak_resident_bytes() {
  return status_kibibytes("VmHWM:") * 1024;
}

}  // namespace nuthatch::platform
