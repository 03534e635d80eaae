// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/sha1.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace nuthatch::workloads {

namespace {

constexpr std::size_t rounds = 80;
constexpr std::size_t block_bytes = 64;
constexpr std::size_t schedule_words = 16;

template <std::size_t Round>
[[gnu::always_inline]] inline std::uint32_t choose(std::uint32_t b,
                                                   std::uint32_t c,
                                                   std::uint32_t d) {
  if constexpr (Round < 20) {
    return (d ^ (b & (c ^ d))) + 0x5a827999U;
  } else if constexpr (Round < 40) {
    return (b ^ c ^ d) + 0x6ed9eba1U;
  } else if constexpr (Round < 60) {
    return ((b & c) | (d & (b | c))) + 0x8f1bbcdcU;
  } else {
    return (b ^ c ^ d) + 0xca62c1d6U;
  }
}

/// The word of the message schedule for a round. The schedule keeps the last sixteen words.
template <std::size_t Round>
[[gnu::always_inline]] inline std::uint32_t next_word(sha1_block& schedule) {
  if constexpr (Round >= schedule_words) {
    const std::uint32_t mixed =
        schedule[(Round + 13) % schedule_words] ^ schedule[(Round + 8) % schedule_words] ^
        schedule[(Round + 2) % schedule_words] ^ schedule[Round % schedule_words];
    schedule[Round % schedule_words] = std::rotl(mixed, 1);
  }
  return schedule[Round % schedule_words];
}

/// Round t of the standard. Instead of moving the five words, it renames their places: every index
/// is a constant, so words and schedule are in registers as far as there are any.
template <std::size_t Round>
[[gnu::always_inline]] inline void do_round(sha1_digest& words, sha1_block& schedule) {
  const std::uint32_t a = words[(rounds - Round) % 5];
  std::uint32_t& b = words[(rounds - Round + 1) % 5];
  const std::uint32_t c = words[(rounds - Round + 2) % 5];
  const std::uint32_t d = words[(rounds - Round + 3) % 5];
  std::uint32_t& e = words[(rounds - Round + 4) % 5];
  e += std::rotl(a, 5) + choose<Round>(b, c, d) + next_word<Round>(schedule);
  b = std::rotl(b, 30);
}

sha1_block load_block(std::string_view bytes) {
  sha1_block block{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i]));
    block[i / 4] |= byte << (24 - 8 * (i % 4));
  }
  return block;
}

}  // namespace

sha1_digest sha1_extend(const sha1_digest& digest, const sha1_block& block) {
  sha1_digest words = digest;
  sha1_block schedule = block;
  [&]<std::size_t... Round>(std::index_sequence<Round...> /*all*/) {
    (do_round<Round>(words, schedule), ...);
  }(std::make_index_sequence<rounds>{});
  for (std::size_t i = 0; i < words.size(); ++i) {
    words[i] += digest[i];
  }
  return words;
}

sha1_digest sha1(std::string_view message) {
  const std::uint64_t bits = std::uint64_t{8} * message.size();
  sha1_digest digest = sha1_start;
  while (message.size() >= block_bytes) {
    digest = sha1_extend(digest, load_block(message.substr(0, block_bytes)));
    message.remove_prefix(block_bytes);
  }
  sha1_block last = load_block(message);
  last[message.size() / 4] |= std::uint32_t{0x80} << (24 - 8 * (message.size() % 4));
  if (message.size() >= block_bytes - sizeof(bits)) {
    digest = sha1_extend(digest, last);
    last = {};
  }
  last[14] = static_cast<std::uint32_t>(bits >> 32U);
  last[15] = static_cast<std::uint32_t>(bits);
  return sha1_extend(digest, last);
}

}  // namespace nuthatch::workloads
