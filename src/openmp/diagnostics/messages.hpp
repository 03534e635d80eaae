// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace nuthatch::openmp {

/// All messages of the runtime begin with "nuthatch omp: ".

/// Prints one line on the standard error output.
void print_warning(std::string_view what) noexcept;

/// Prints the message and calls exit(1).
[[noreturn]] void fatal_error(std::string_view why) noexcept;

/// Prints the message and aborts: there is no memory, or the program has broken a rule, so that no
/// handler of its exit may run.
[[noreturn, gnu::cold, gnu::noinline]] void abort_program(std::string_view why) noexcept;

}  // namespace nuthatch::openmp
