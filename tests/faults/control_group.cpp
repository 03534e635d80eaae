// SPDX-License-Identifier: Apache-2.0
#include "control_group.hpp"

#include <chrono>
#include <fstream>
#include <sstream>
#include <system_error>
#include <thread>

#include <unistd.h>

namespace nuthatch::testing {

namespace {

namespace fs = std::filesystem;

const fs::path mounted = "/sys/fs/cgroup";

bool write(const fs::path& file, const std::string& text) {
  std::ofstream out(file);
  out << text << std::flush;
  return static_cast<bool>(out);
}

bool lists(const fs::path& file, const std::string& word) {
  std::ifstream in(file);
  for (std::string each; in >> each;) {
    if (each == word) {
      return true;
    }
  }
  return false;
}

}  // namespace

control_group::control_group(const std::string& controller) {
  const std::string name = "nuthatch-faults-" + std::to_string(::getpid());
  is_v2_ = lists(mounted / "cgroup.controllers", controller);
  if (is_v2_ && !lists(mounted / "cgroup.subtree_control", controller)) {
    write(mounted / "cgroup.subtree_control", "+" + controller);
  }
  path_ = (is_v2_ ? mounted : mounted / controller) / name;
  std::error_code failure;
  if (!fs::create_directory(path_, failure)) {
    missing_ = "cannot create " + path_.string() + ": " + failure.message();
    path_.clear();
  }
}

control_group::~control_group() {
  // Processes leave a group a moment after they have been waited for.
  for (int i = 0; i < 100 && !path_.empty(); ++i) {
    if (::rmdir(path_.c_str()) == 0) {
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

bool control_group::limit(const char* v2_file,
                          const char* v2_text,
                          const char* v1_file,
                          const char* v1_text) const {
  return is_v2_ ? write(path_ / v2_file, v2_text) : write(path_ / v1_file, v1_text);
}

bool control_group::enter() const {
  return write(path_ / "cgroup.procs", std::to_string(::getpid()));
}

}  // namespace nuthatch::testing
