// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace nuthatch::cli {

struct loaded_library {
  std::string name;            ///< what is asked for, as "libm.so.6"
  std::filesystem::path file;  ///< empty: it is not found
};

struct loading {
  std::vector<loaded_library> libraries;  ///< in their order
  std::vector<std::string> complaints;    ///< of the loader: lines of text
  bool is_known = false;                  ///< else the loader cannot be asked
};

/// What the program would load at its start in this environment, by the word of its own loader.
/// The program is not run.
[[nodiscard]] loading list_loaded(const std::filesystem::path& program);

}  // namespace nuthatch::cli
