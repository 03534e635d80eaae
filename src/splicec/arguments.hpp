// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace nuthatch::splicec {

/// The parsed command line.
struct arguments {
  std::string file;
  std::string out;
  std::string region;  ///< the C++ type of regions
  bool warns = true;
  std::vector<std::string> flags;         ///< for Clang, in C++
  std::vector<std::string> c_flags;       ///< for Clang, in C
  std::vector<std::string> source_flags;  ///< for Clang, in C++, with the standard of the source
};

/// Parses `FILE -o OUT [--effect NAME | --region TYPE] [--no-warnings] [-- COMPILER_FLAG...]`.
/// @throws cli::usage_error
arguments read_arguments(const std::vector<std::string>& words);

}  // namespace nuthatch::splicec
