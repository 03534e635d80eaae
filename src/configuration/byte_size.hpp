// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nuthatch::configuration {

/// A number of bytes: digits, and perhaps one of k, K, KiB, m, M, MiB, g, G and GiB, which are
/// powers of 1024. Nothing when the text is anything else, or the number needs more than 64 bits.
[[nodiscard]] std::optional<std::uint64_t> parse_byte_size(std::string_view text) noexcept;

/// What parse_byte_size takes, for complaints: it comes after "a number of bytes".
inline constexpr std::string_view byte_size_grammar =
    "perhaps with K, M or G behind it (also k, m, g, KiB, MiB, GiB), as 65536, 64K or 1M";

/// "1 MiB", "1000 bytes": exact.
[[nodiscard]] std::string describe_byte_size(std::uint64_t bytes);

}  // namespace nuthatch::configuration
