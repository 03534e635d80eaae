// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace nuthatch::openmp {

/// Prints one line to standard error, with the name of the runtime.
void print_warning(std::string_view what) noexcept;

/// Prints the message and calls exit(1).
[[noreturn]] void fatal_error(std::string_view why) noexcept;

}  // namespace nuthatch::openmp
