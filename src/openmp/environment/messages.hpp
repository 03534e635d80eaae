// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace nuthatch::openmp {

/// One line on the standard error output, which says who speaks.
void print_warning(std::string_view what) noexcept;

/// The same as the program's last. Its exit status is 1, what has to run at exit runs.
[[noreturn]] void fatal_error(std::string_view why) noexcept;

}  // namespace nuthatch::openmp
