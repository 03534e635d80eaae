// SPDX-License-Identifier: Apache-2.0

// Counts the atomic read-modify-writes of isolated blocks without contention.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <nuthatch/detail/isolation_block.hpp>

#include "atomic/explorer.hpp"
#include "core/isolation/isolation.hpp"

namespace nuthatch::exploring {
namespace {

/// Counts the accesses that are locked instructions on x86-64: read-modify-writes, sequentially
/// consistent stores, and both ends of a lock. There is one thread, so every load reads its last
/// store.
class counting final : public explorer {
 public:
  counting() { present = this; }

  counting(const counting&) = delete;
  counting& operator=(const counting&) = delete;

  ~counting() override { present = nullptr; }

  [[nodiscard]] unsigned count() const { return count_; }

  void before(const access& what) noexcept override { count_ += what.writes ? 1 : 0; }

  std::uint64_t load(const void* /*at*/,
                     std::uint64_t newest,
                     std::memory_order /*order*/) override {
    return newest;
  }

  std::uint64_t compare(const void* /*at*/,
                        std::uint64_t newest,
                        std::uint64_t /*expected*/,
                        std::memory_order /*failure*/) override {
    return newest;
  }

  void store(const void* /*at*/,
             std::uint64_t /*before*/,
             std::uint64_t /*now*/,
             std::memory_order order) override {
    count_ -= order == std::memory_order_seq_cst ? 0 : 1;
  }

  void exchange(const void* /*at*/,
                std::uint64_t /*before*/,
                std::uint64_t /*now*/,
                std::memory_order /*order*/) override {}

  void begin_life(const void* /*at*/) override {}

  void locked_out() noexcept override { ADD_FAILURE() << "nobody else is there"; }

  void unlocked() noexcept override { ++count_; }

 private:
  unsigned count_ = 0;
};

unsigned cost_of_block(core::isolation& domain, const std::vector<const char*>& objects) {
  std::array<detail::held_object, 8> held;
  for (std::size_t i = 0; i < objects.size(); ++i) {
    held[i].object = objects[i];
  }
  const counting all;
  {
    const detail::isolation_block block(
        domain, objects.empty() ? nullptr : held.data(), objects.size());
  }
  return all.count();
}

class isolation_cost_test : public ::testing::Test {
 protected:
  std::array<char, 8> objects_{};
  core::isolation domain_;
};

TEST_F(isolation_cost_test, of_a_block_on_everything_as_long_as_none_had_objects) {
  EXPECT_EQ(cost_of_block(domain_, {}), 2U);
  EXPECT_EQ(cost_of_block(domain_, {}), 2U);
}

TEST_F(isolation_cost_test, of_a_block_on_objects) {
  static_cast<void>(cost_of_block(domain_, {&objects_[0]}));  // the first block on objects
  EXPECT_EQ(cost_of_block(domain_, {&objects_[0]}), 2U);
  EXPECT_EQ(cost_of_block(domain_, {&objects_[0], &objects_[1], &objects_[2]}), 6U);
}

TEST_F(isolation_cost_test, of_a_block_on_everything_after_others_had_objects) {
  for (const char& each : objects_) {
    static_cast<void>(cost_of_block(domain_, {&each}));
  }
  EXPECT_EQ(cost_of_block(domain_, {}), 4U);
  EXPECT_EQ(cost_of_block(domain_, {&objects_[3]}), 2U);
}

}  // namespace
}  // namespace nuthatch::exploring
