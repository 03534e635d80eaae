// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

#include <execinfo.h>
#include <gtest/gtest.h>

#include <nuthatch/detail/call_child.hpp>

#include "fiber/fake_core.hpp"
#include "fiber/sanitizer.hpp"
#include "fiber/stack_pool.hpp"
#include "fiber/switch.hpp"
#include "fiber/taken_stacks.hpp"

namespace nuthatch::fiber {
namespace {

using testing::ending;
using testing::filled;
using testing::hop_holding;
using testing::registers;

/// Calls functions on a separate stack, from the thread's stack, which is `host_`.
class call_child_test : public ::testing::Test {
 public:
  ~call_child_test() override { testing::at_end_of_child() = {}; }

 protected:
  call_child_test() : pool_(testing::fiber_stack_size, 1, 0), stacks_(pool_, 1) {
    child().continuation.tag = detail::frame_tag::linked(detail::frame_kind::continuation);
    testing::at_end_of_child() = {[this]() -> detail::fiber& { return host_; },
                                  [this] {
                                    return ending{&host_, &one_};
                                  }};
  }

  [[nodiscard]] detail::fiber& child() const { return *stacks_.all().front(); }

  /// Makes the child run `body`, which may continue after this function returns. The callee-saved
  /// registers of the caller have the values in `held`.
  detail::fiber* call(std::function<void()> body, registers& held) {
    body_ = [this, body = std::move(body)] {
      sanitizer_arrive(child());
      body();
    };
    sanitizer_leave(host_, child());
    void* const back = testing::nuthatch_test_call_holding(
        &body_,
        &child(),
        reinterpret_cast<void*>(&run),
        held.data(),
        reinterpret_cast<void*>(&detail::nuthatch_call_child_announced));
    sanitizer_arrive(host_);
    return static_cast<detail::fiber*>(back);
  }

  testing::host_fiber host_;
  detail::worker one_;
  detail::worker other_;

 private:
  static detail::join_counter* run(void* body) {
    (*static_cast<std::function<void()>*>(body))();
    return nullptr;
  }

  stack_pool pool_;
  testing::taken_stacks stacks_;
  std::function<void()> body_;
};

TEST_F(call_child_test, child_runs_on_its_stack_and_comes_back) {
  detail::fiber* where = nullptr;
  registers held = filled(1);
  detail::fiber* const back =
      call([&] { where = fiber_at(__builtin_frame_address(0), testing::fiber_stack_size); }, held);
  EXPECT_EQ(where, &child());
  EXPECT_EQ(back, &child());
  EXPECT_EQ(held, filled(1));
}

// The caller continues while the child is suspended. Its callee-saved registers have other values
// when it resumes.
TEST_F(call_child_test, caller_whose_continuation_was_given_away_finds_its_registers) {
  registers held = filled(1);
  registers of_child = filled(1'000);
  bool ended = false;
  detail::fiber* const back = call(
      [&] {
        child().spawner.pc = spawned_at(child());
        child().continuation.tag.publish();
        host_.self = continuation_of(child());
        hop_holding(child(), host_, of_child);
        ended = true;
      },
      held);
  EXPECT_EQ(back, nullptr);
  EXPECT_EQ(held, filled(1));
  EXPECT_FALSE(ended);

  registers later = filled(2'000);
  hop_holding(host_, child(), later);  // returns from where a detached child ends
  EXPECT_TRUE(ended);
  EXPECT_EQ(of_child, filled(1'000));
  EXPECT_EQ(later, filled(2'000));
}

std::vector<void*> backtrace() {
  std::vector<void*> frames(100);
  frames.resize(static_cast<std::size_t>(::backtrace(frames.data(), 100)));
  return frames;
}

// Directly after the child, still on the child's stack, unwinders and debuggers find the caller's
// frame.
TEST_F(call_child_test, backtraces_lead_to_the_caller) {
  std::vector<void*> found;
  const void* spawned = nullptr;
  testing::at_end_of_child().returns = [&]() -> detail::fiber& {
    found = backtrace();
    return host_;
  };
  const std::vector<void*> callers = backtrace();
  sanitizer_leave(host_, child());
  auto body = [](void* spawned_from) -> detail::join_counter* {
    detail::fiber& me = *fiber_at(__builtin_frame_address(0), testing::fiber_stack_size);
    sanitizer_arrive(me);
    *static_cast<const void**>(spawned_from) = spawned_at(me);
    return nullptr;
  };
  detail::nuthatch_call_child_announced(&spawned, &child(), body);
  sanitizer_arrive(host_);

  const auto spawn = std::find(found.begin(), found.end(), spawned);
  ASSERT_NE(spawn, found.end());
  // The next frames are those of the callers of the caller, as it has seen them itself.
  const std::vector<void*> callers_callers(spawn + 1, found.end());
  ASSERT_GT(callers_callers.size(), 1U);
  ASSERT_LT(callers_callers.size(), callers.size());
  EXPECT_TRUE(std::equal(callers_callers.rbegin(), callers_callers.rend(), callers.rbegin()));
}

}  // namespace
}  // namespace nuthatch::fiber
