// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace nuthatch::splicec {

/// Flags with which Clang reads sources as C++20 or later, without warnings, and finds Nuthatch's
/// headers: those of the user, and more.
/// @throws std::runtime_error where the headers are not found.
std::vector<std::string> compiler_flags(const std::vector<std::string>& given);

/// The same for reading a source in C.
std::vector<std::string> c_flags(const std::vector<std::string>& given);

}  // namespace nuthatch::splicec
