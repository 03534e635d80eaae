// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace nuthatch::openmp {

/// Ends the program because it called a function that this library does not implement. The message
/// names the function.
[[noreturn]] void report_unimplemented(const char* function) noexcept;

}  // namespace nuthatch::openmp
