// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace nuthatch::base {

/// The unit in which cores transfer memory: 64 bytes on x86-64 and on the AArch64 servers. For
/// packing data that is used together.
inline constexpr std::size_t cache_line_size = 64;

/// The minimal distance between data that different threads write. It is two lines, because the
/// adjacent-line prefetcher of x86 fetches lines in pairs (and some AArch64 cores have lines of 128
/// bytes).
inline constexpr std::size_t interference_size = 2 * cache_line_size;

}  // namespace nuthatch::base
