// SPDX-License-Identifier: Apache-2.0

// Functions that use vectors of an extension because of an attribute, as code does that selects a
// version at run time. The vectors have to be unchanged after a spawn, on whichever worker.

#include "core/kept_vectors.hpp"

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "runtime_test.hpp"

#if defined(__aarch64__)
  #include <sys/auxv.h>
#endif

namespace nuthatch {
namespace testing {

bool processor_has_long_vectors() noexcept {
#if defined(__aarch64__)
  return (getauxval(AT_HWCAP) & HWCAP_SVE) != 0;
#else
  return __builtin_cpu_supports("avx512f") != 0;
#endif
}

}  // namespace testing

namespace {

using testing::event;
using testing::overwriting_child;
using testing::spawning;

class kept_vectors_test : public testing::runtime_test {
 protected:
  void SetUp() override {
    if (!testing::processor_has_long_vectors()) {
      GTEST_SKIP() << "this processor has no vectors of that kind";
    }
  }

  /// Spawns in each way from the same function compiled at each level. `stolen`: the child lasts
  /// until its spawner resumes on another worker.
  void expect_kept(bool stolen) {
    constexpr testing::keeps_vectors levels[] = {
        testing::keeps_vectors_at_1, testing::keeps_vectors_at_2, testing::keeps_vectors_at_3};
    on_each_policy([&](runtime& r, auto /*policy*/) {
      for (const spawning how : {spawning::in_scope,
                                 spawning::in_scope_adaptive,
                                 spawning::by_fork_join,
                                 spawning::by_async}) {
        int level = 0;
        for (const testing::keeps_vectors keeps : levels) {
          ++level;
          event continued;
          const overwriting_child child{stolen ? &continued : nullptr};
          EXPECT_TRUE(r.run([&] { return keeps(how, child); }))
              << "way " << static_cast<int>(how) << ", level " << level;
        }
      }
    });
  }
};

class stolen_kept_vectors_test : public kept_vectors_test {};

NUTHATCH_ON_EVERY_SCHEDULER(kept_vectors_test, {1, 2});
NUTHATCH_ON_EVERY_SCHEDULER(stolen_kept_vectors_test, {2, 3});

TEST_P(kept_vectors_test, un_stolen_spawn) {
  expect_kept(/*stolen=*/false);
}

TEST_P(stolen_kept_vectors_test, stolen_continuation) {
  expect_kept(/*stolen=*/true);
}

}  // namespace
}  // namespace nuthatch
