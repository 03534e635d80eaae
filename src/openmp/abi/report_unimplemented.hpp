// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nuthatch::openmp {

/// Ends the program, since it calls a function that this library does not have. Says which.
[[noreturn]] void report_unimplemented(const char* function) noexcept;

}  // namespace nuthatch::openmp
