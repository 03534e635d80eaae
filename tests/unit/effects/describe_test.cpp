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

TEST(describe, types_of_a_program) {
  EXPECT_EQ(describe(writes(with_words())), "writes my data");
  EXPECT_EQ(describe(printed()), "printed data");
  EXPECT_EQ(describe(nameless()), "a 'nameless'");
  EXPECT_EQ(describe(own_effect()), "a 'own_effect'");
}

}  // namespace
}  // namespace nuthatch::effects
