// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nuthatch::configuration {

/// Parses a number of bytes: digits, optionally followed by k, K, KiB, m, M, MiB, g, G or GiB,
/// which are powers of 1024. Returns nothing for any other text, or if the number needs more than
/// 64 bits.
[[nodiscard]] std::optional<std::uint64_t> parse_byte_size(std::string_view text) noexcept;

/// Describes what parse_byte_size accepts, for complaints: it follows "a number of bytes".
inline constexpr std::string_view byte_size_grammar =
    "perhaps with K, M or G behind it (also k, m, g, KiB, MiB, GiB), as 65536, 64K or 1M";

/// Returns the exact size in the form "1 MiB" or "1000 bytes".
[[nodiscard]] std::string describe_byte_size(std::uint64_t bytes);

}  // namespace nuthatch::configuration
