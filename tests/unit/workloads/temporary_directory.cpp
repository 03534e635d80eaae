// SPDX-License-Identifier: Apache-2.0
#include "temporary_directory.hpp"

#include <filesystem>
#include <fstream>
#include <ios>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include <stdlib.h>

namespace nuthatch::testing {

temporary_directory::temporary_directory() {
  std::string name = (std::filesystem::temp_directory_path() / "nuthatch-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("no temporary directory " + name);
  }
  path_ = name;
}

temporary_directory::~temporary_directory() {
  std::error_code left_behind;
  std::filesystem::remove_all(path_, left_behind);
}

void temporary_directory::write(const std::filesystem::path& name, std::string_view content) const {
  std::filesystem::create_directories((path_ / name).parent_path());
  std::ofstream(path_ / name, std::ios::binary) << content;
}

}  // namespace nuthatch::testing
