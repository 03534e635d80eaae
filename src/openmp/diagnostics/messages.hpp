// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace nuthatch::openmp {

/// Prints one line with the runtime's name on the standard error output.
void print_warning(std::string_view what) noexcept;

/// Prints the message and calls exit(1).
[[noreturn]] void fatal_error(std::string_view why) noexcept;

}  // namespace nuthatch::openmp
