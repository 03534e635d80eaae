// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace nuthatch::splicec {

/// The flags of the compiler without those that select what it writes, and where: `-c`, `-o FILE`,
/// `-MD`, `-save-temps`. Throws cli::usage_error about flags with which a compiler compiles
/// nothing, such as `--version`.
std::vector<std::string> flags_of_reading(const std::vector<std::string>& given);

/// The user's flags, and flags with which Clang reads sources as C++20 or later, without warnings,
/// and finds Nuthatch's headers.
/// @throws std::runtime_error if the headers are not found.
std::vector<std::string> compiler_flags(const std::vector<std::string>& given);

/// Returns Clang's flags for reading a C++ source with its own standard.
std::vector<std::string> source_flags(const std::vector<std::string>& given);

/// The same for reading a source as C.
std::vector<std::string> c_flags(const std::vector<std::string>& given);

}  // namespace nuthatch::splicec
