// SPDX-License-Identifier: Apache-2.0
#include "workloads/kernels/sha1.hpp"

#include <cstddef>
#include <string>

#include <gtest/gtest.h>

namespace nuthatch::workloads {
namespace {

// The examples of FIPS 180 and RFC 3174.
TEST(sha1, matches_the_published_examples) {
  EXPECT_EQ(sha1(""), (sha1_digest{0xda39a3ee, 0x5e6b4b0d, 0x3255bfef, 0x95601890, 0xafd80709}));
  EXPECT_EQ(sha1("abc"), (sha1_digest{0xa9993e36, 0x4706816a, 0xba3e2571, 0x7850c26c, 0x9cd0d89d}));
  EXPECT_EQ(sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            (sha1_digest{0x84983e44, 0x1c3bd26e, 0xbaae4aa1, 0xf95129e5, 0xe54670f1}));
  EXPECT_EQ(sha1("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                 "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"),
            (sha1_digest{0xa49b2446, 0xa02c645b, 0xf419f995, 0xb6709125, 0x3a04a259}));
  EXPECT_EQ(sha1(std::string(1'000'000, 'a')),
            (sha1_digest{0x34aa973c, 0xd4c4daa4, 0xf61eeb2b, 0xdbad2731, 0x6534016f}));
}

// The padding changes its form when the length no longer fits behind the message in its block.
// OpenSSL computed the digests.
TEST(sha1, pads_every_length_around_the_end_of_a_block) {
  struct example {
    std::size_t length;
    sha1_digest digest;
  };

  const example examples[] = {
      {55, {0xcef734ba, 0x81a02447, 0x9e09eb5a, 0x75b6ddae, 0x62e6abf1}},
      {56, {0x90130536, 0x7c259952, 0xf4e7af83, 0x23f480d5, 0x9f81335b}},
      {63, {0x0ddc4e0c, 0xccd9a128, 0x50deb5ab, 0xb0853a44, 0x25559fec}},
      {64, {0xbb2fa3ee, 0x7afb9f54, 0xc6dfb5d0, 0x21f14b1f, 0xfe40c163}},
      {65, {0x78c741dd, 0xc482e4cd, 0xf8c474a0, 0x876347a0, 0x905b6233}},
      {119, {0x43003203, 0x94f7ee23, 0x9bcdce7d, 0x3b8bcee1, 0x73a0cd5c}},
      {120, {0xceb28216, 0x39c4b6dc, 0xb10bce0e, 0x522ca2e6, 0x08ce056d}},
  };
  for (const example& known : examples) {
    EXPECT_EQ(sha1(std::string(known.length, 'x')), known.digest) << known.length << " bytes";
  }
}

}  // namespace
}  // namespace nuthatch::workloads
