// SPDX-License-Identifier: Apache-2.0
#include "configuration/byte_size.hpp"

#include <cstdint>
#include <map>
#include <string>

#include <gtest/gtest.h>

namespace nuthatch::configuration {
namespace {

TEST(byte_size, takes_each_suffix) {
  const std::map<std::string, std::uint64_t> sizes = {
      {"0", 0},
      {"65536", 65'536},
      {"3k", 3U << 10U},
      {"3K", 3U << 10U},
      {"3KiB", 3U << 10U},
      {"3m", 3U << 20U},
      {"3M", 3U << 20U},
      {"3MiB", 3U << 20U},
      {"3g", std::uint64_t{3} << 30U},
      {"3G", std::uint64_t{3} << 30U},
      {"3GiB", std::uint64_t{3} << 30U},
      {"18446744073709551615", UINT64_MAX},
      {"17179869183G", std::uint64_t{17'179'869'183} << 30U},
  };
  for (const auto& [text, bytes] : sizes) {
    EXPECT_EQ(parse_byte_size(text), bytes) << text;
  }
}

TEST(byte_size, takes_nothing_else) {
  for (const char* const wrong : {"",
                                  "K",
                                  "-1K",
                                  "+1K",
                                  "1T",
                                  "1KK",
                                  "1kB",
                                  "1kib",
                                  "1Kib",
                                  "1.5M",
                                  "64K ",
                                  " 64K",
                                  "64 K",
                                  "0x10",
                                  "17179869184G",
                                  "18446744073709551616"}) {
    EXPECT_FALSE(parse_byte_size(wrong)) << wrong;
  }
}

TEST(byte_size, descriptions_are_exact) {
  EXPECT_EQ(describe_byte_size(0), "0 bytes");
  EXPECT_EQ(describe_byte_size(1000), "1000 bytes");
  EXPECT_EQ(describe_byte_size(1024), "1 KiB");
  EXPECT_EQ(describe_byte_size(1536U << 10U), "1536 KiB");
  EXPECT_EQ(describe_byte_size(std::uint64_t{64} << 30U), "64 GiB");
}

}  // namespace
}  // namespace nuthatch::configuration
