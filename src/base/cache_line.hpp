// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace nuthatch::base {

/// What the cores this runs on move at once: 64 bytes on x86-64 and on the AArch64 servers. For
/// packing what is used together.
inline constexpr std::size_t cache_line_size = 64;

/// How far apart to keep what different threads write. Two lines, since x86's prefetcher of
/// adjacent lines fetches them in pairs (and some AArch64 cores have lines of 128 bytes).
inline constexpr std::size_t interference_size = 2 * cache_line_size;

}  // namespace nuthatch::base
