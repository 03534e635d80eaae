// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace nuthatch::workloads {

/// A SHA-1 digest (FIPS 180-4) as five words; the standard prints them most significant byte first.
using sha1_digest = std::array<std::uint32_t, 5>;

/// One 64-byte block of a padded message as words, each of four bytes, most significant first.
using sha1_block = std::array<std::uint32_t, 16>;

inline constexpr sha1_digest sha1_start{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};

/// Extends the digest by one block.
sha1_digest sha1_extend(const sha1_digest& digest, const sha1_block& block);

/// The digest of a whole message.
sha1_digest sha1(std::string_view message);

}  // namespace nuthatch::workloads
