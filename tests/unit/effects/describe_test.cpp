// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <ostream>
#include <string>

#include <gtest/gtest.h>

#include <nuthatch/effects.hpp>
#include <nuthatch/effects/describe.hpp>

namespace nuthatch::effects {
namespace {

const void* const at_4096 = reinterpret_cast<const void*>(4096);

TEST(describe, regions) {
  EXPECT_EQ(describe(range(extent{16, 255})), "bytes [0x10, 0xff)");
  EXPECT_EQ(describe(strided(at_4096, 8, 64, 3)), "3 blocks of 8 bytes, 64 apart, from 0x1000");
  EXPECT_EQ(describe(box<2>(at_4096, {80, 8}, 8, {interval{0, 4}, interval{-1, 3}})),
            "[0, 4) x [-1, 3) of the array at 0x1000");
  EXPECT_EQ(describe(key_range(at_4096, 1, 9)), "keys [1, 9) of the structure at 0x1000");
  EXPECT_EQ(describe(mixed<range, key_range>(range(extent{1, 2}))), "bytes [0x1, 0x2)");
}

TEST(describe, effects) {
  using some = effect<range>;
  EXPECT_EQ(describe(some()), "nothing");
  EXPECT_EQ(describe(some::on_everything()), "everything");
  EXPECT_EQ(describe(reads(range(extent{1, 2})) + accumulates(range(extent{3, 4}))),
            "reads bytes [0x1, 0x2); accumulates into bytes [0x3, 0x4)");
}

struct with_words {
  [[nodiscard]] static bool overlaps(const with_words& /*other*/) { return true; }

  [[nodiscard]] static std::string describe() { return "my data"; }
};

struct printed {
  [[nodiscard]] static bool overlaps(const printed& /*other*/) { return true; }

  friend std::ostream& operator<<(std::ostream& out, const printed& /*of*/) {
    return out << "printed data";
  }
};

struct nameless {
  [[nodiscard]] static bool overlaps(const nameless& /*other*/) { return true; }
};

struct own_effect {
  [[nodiscard]] static bool interferes_with(const own_effect& /*other*/) { return true; }
};

using checked_view = array_view<double, 2, checked>;

TEST(describe, names_of_views_whose_memory_it_is) {
  static std::array<double, 300> memory{};
  double* const start = memory.data();
  const auto bytes = [start](int first, int last) {
    return describe(range(start + first, start + last));
  };
  const auto with = [&bytes](int first, int last, const char* view) {
    const std::string said = bytes(first, last);
    return said.ends_with(view) && said.starts_with("bytes [0x") &&
           said.find("of view") == said.rfind(view) + 1;
  };
  EXPECT_TRUE(bytes(0, 300).ends_with(")"));
  const checked_view a = checked_view(start, {10, 10}).named("a");
  const checked_view b = checked_view(start + 100, {5, 10}).named("b");
  EXPECT_TRUE(with(0, 100, " of view 'a'"));
  EXPECT_TRUE(with(99, 100, " of view 'a'"));
  EXPECT_TRUE(with(100, 150, " of view 'b'"));
  EXPECT_TRUE(with(99, 101, " of views 'a' and 'b'"));
  EXPECT_TRUE(with(149, 151, " of view 'b' and beyond"));
  EXPECT_TRUE(bytes(150, 300).ends_with(")"));
  EXPECT_TRUE(bytes(3, 3).ends_with(")"));
  EXPECT_TRUE(describe(a.part(interval{0, 3}, interval{1, 2}))
                  .starts_with("[0, 3) x [1, 2) of view 'a' at 0x"));
  EXPECT_TRUE(describe(strided(start + 103, 8, 80, 4)).ends_with(" of view 'b'"));
  EXPECT_TRUE(describe(reads(b.all())).starts_with("reads [0, 5) x [0, 10) of view 'b' at 0x"));

  // A part of a view may have a name of its own. A new view of the same memory replaces the old
  // one.
  static_cast<void>(checked_view(start, {1, 10}).named("row"));
  EXPECT_TRUE(with(0, 10, " of view 'row'"));
  EXPECT_TRUE(with(0, 11, " of view 'a'"));
  static_cast<void>(checked_view(start + 50, {10, 10}).named("new"));
  EXPECT_TRUE(with(60, 150, " of view 'new'"));
  EXPECT_TRUE(bytes(20, 150).ends_with(" of views 'b' and 'new'"));  // b may be a part of new
  EXPECT_TRUE(with(0, 10, " of view 'row'"));

  // The oldest names are dropped.
  for (int i = 0; i < 64; ++i) {
    static_cast<void>(checked_view(start + 200 + i, {1, 1}).named("one"));
  }
  EXPECT_TRUE(bytes(0, 10).ends_with(")"));
  EXPECT_TRUE(with(200, 201, " of view 'one'"));
}

TEST(describe, types_of_a_program) {
  EXPECT_EQ(describe(writes(with_words())), "writes my data");
  EXPECT_EQ(describe(printed()), "printed data");
  EXPECT_EQ(describe(nameless()), "a 'nameless'");
  EXPECT_EQ(describe(own_effect()), "a 'own_effect'");
}

}  // namespace
}  // namespace nuthatch::effects
