// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace nuthatch::cli {

struct loaded_library {
  std::string name;            ///< the requested name, as "libm.so.6"
  std::filesystem::path file;  ///< empty: it was not found
};

struct loading {
  std::vector<loaded_library> libraries;  ///< in their order
  std::vector<std::string> complaints;    ///< messages of the loader
  bool is_known = false;                  ///< false: the loader could not be asked
};

/// The libraries that the program would load at its start in this environment, according to its own
/// loader. The program is not run.
[[nodiscard]] loading list_loaded(const std::filesystem::path& program);

}  // namespace nuthatch::cli
