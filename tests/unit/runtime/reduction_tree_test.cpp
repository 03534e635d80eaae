// SPDX-License-Identifier: Apache-2.0

// Which operands of a reduction meet, as shown by a reduction that returns its own tree.

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "counted.hpp"
#include "runtime/on_one_worker.hpp"
#include "runtime_test.hpp"

namespace nuthatch {
namespace {

/// Returns the tree of a reduction as a text.
template <class Policy>
std::string tree(Policy policy, int n, grain size = {}) {
  return parallel_reduce(
      policy,
      0,
      n,
      std::string("."),
      [](int i) {
        charge_work(20);
        return std::to_string(i);
      },
      [](const std::string& a, const std::string& b) { return "(" + a + " " + b + ")"; },
      size);
}

class reduction_tree_test : public testing::runtime_test {
 protected:
  reduction_tree_test() { configuration().reproducible = true; }
};

NUTHATCH_ON_EVERY_SCHEDULER(reduction_tree_test);

TEST_P(reduction_tree_test, trees) {
  static std::map<std::string, std::string> known;
  on_each_policy([](runtime& r, auto policy) {
    for (const int n : {0, 1, 2, 3, 64, 100, 129, 500, 2'000, 20'000}) {
      const std::string& expected =
          testing::on_one_worker(known, std::to_string(n), [n] { return tree(adaptive, n); });
      EXPECT_EQ(r.run([&] { return tree(policy, n); }), expected) << n;
    }
  });
}

// With and without the option, the result for a given grain is the same everywhere.
TEST_P(reduction_tree_test, a_given_grain_is_reproducible_anyway) {
  static std::map<std::string, std::string> known;
  for (const bool option : {true, false}) {
    configuration().reproducible = option;
    on_each_policy([](runtime& r, auto policy) {
      for (const std::uint64_t size : {1U, 2U, 7U, 100U, 5'000U}) {
        const std::string& expected = testing::on_one_worker(
            known, std::to_string(size), [size] { return tree(adaptive, 1000, grain{size}); });
        EXPECT_EQ(r.run([&] { return tree(policy, 1000, grain{size}); }), expected) << size;
      }
    });
  }
}

TEST_P(reduction_tree_test, a_tree_of_a_grain_is_as_written) {
  on_runtime([](runtime& r) {
    EXPECT_EQ(r.run([] { return tree(adaptive, 5, grain{2}); }), "((((. 0) 1) ((. 2) 3)) (. 4))");
    EXPECT_EQ(r.run([] { return tree(adaptive, 4, grain{1}); }), "(((. 0) (. 1)) ((. 2) (. 3)))");
  });
}

// Few iterations may take long each. Then each has to be a separate block, so that all workers can
// share them.
TEST_P(reduction_tree_test, blocks_are_neither_few_nor_many) {
  on_runtime([](runtime& r) {
    const auto blocks = [&](std::uint64_t n) {
      return r.run([n] {
        return parallel_reduce(
            std::uint64_t{0}, n, std::uint64_t{1}, [](std::uint64_t) { return 0U; }, std::plus<>());
      });
    };
    EXPECT_EQ(blocks(1), 1U);
    EXPECT_EQ(blocks(127), 127U);
    EXPECT_EQ(blocks(128), 64U);
    EXPECT_EQ(blocks(1'000), 125U);
    EXPECT_EQ(blocks(2'048), 128U);
    EXPECT_EQ(blocks(10'000), 625U);
    EXPECT_EQ(blocks(1'000'000), 7'813U);
  });
}

// Results that wait for their neighbours are destroyed after an exception; the fixture counts them.
TEST_P(reduction_tree_test, exceptions_leave_nothing_behind) {
  on_each_policy([](runtime& r, auto policy) {
    const auto failing_at = [&](int failing) {
      return r.run([&] {
        return parallel_reduce(
            policy,
            0,
            3'000,
            std::make_shared<testing::counted>(),
            [failing](int i) {
              if (i == failing) {
                throw std::runtime_error("expected");
              }
              return std::make_shared<testing::counted>();
            },
            [](auto a, const auto& /*b*/) { return a; });
      });
    };
    for (const int failing : {0, 1, 2, 1'499, 2'048, 2'999}) {
      EXPECT_THROW(static_cast<void>(failing_at(failing)), std::runtime_error);
    }
    static_cast<void>(failing_at(-1));
  });
}

// Without the option, the number of blocks depends on the number of workers, and the result is
// right for any number.
TEST_P(reduction_tree_test, every_worker_has_its_blocks) {
  configuration().reproducible = false;
  on_each_policy([this](runtime& r, auto policy) {
    for (const int n : {1, 100, 10'000, 100'000}) {
      const int blocks = r.run(
          [&] { return parallel_reduce(policy, 0, n, 1, [](int) { return 0; }, std::plus<>()); });
      const int least = workers() == 1 ? 8 : 16;  // one worker has nothing to balance
      EXPECT_LE(blocks, 64 * static_cast<int>(workers()));
      EXPECT_GE(blocks, std::min(n, least * static_cast<int>(workers()))) << n;
    }
  });
}

}  // namespace
}  // namespace nuthatch
