// SPDX-License-Identifier: Apache-2.0

// Taking by a condition, for tasks that may run only certain other tasks while they wait.

#include <cstdint>

#include <gtest/gtest.h>

#include <nuthatch/nuthatch.hpp>

#include "core/team.hpp"
#include "core/worker.hpp"
#include "runtime/runtime_on.hpp"
#include "schedulers/registry.hpp"
#include "twin/virtual_platform.hpp"

namespace nuthatch {
namespace {

using core::work_item;

struct same_word {
  static bool holds(const void* of, work_item each) noexcept {
    return each == *static_cast<const work_item*>(of);
  }
};

TEST(filtered_take, is_said_in_the_registry) {
  for (const scheduling::entry& each : scheduling::registry()) {
    // Work that q and l have put into other queues is out of reach.
    const bool finds_all =
        each.name == "shepherd_cq" || each.name == "shepherd_ws" || each.name == "shepherd_mts";
    EXPECT_EQ(each.kind.needs.filters, finds_all) << each.name;
    EXPECT_EQ(each.kind.needs.resumes_on_same_worker,
              each.name == "shepherd_q" || each.name == "shepherd_l")
        << each.name;
  }
}

// The middle one of three items in the queue is taken, and nothing if the condition never holds.
TEST(filtered_take, gets_what_the_condition_says) {
  twin::virtual_platform on(twin::machine_model::from("1x1"), twin::costs(), 1);
  options wanted;
  wanted.workers = 1;
  for (const char* const name : {"shepherd_cq", "shepherd_ws", "shepherd_mts"}) {
    wanted.scheduler = name;
    const auto workers = runtime_on(on, wanted);
    workers->run([] {
      core::worker& self = core::worker::current();
      core::scheduler& scheduler = self.team().scheduler();
      scope children;
      int ran = 0;
      children.spawn([&ran] { ++ran; });
      children.spawn([&ran] { ++ran; });
      const work_item middle =
          scheduler.owner_peek_newest(self, core::lane::stack_chain, work_item::kind::siblings);
      children.spawn([&ran] { ++ran; });
      const work_item never;
      EXPECT_FALSE(scheduler.take_if(self, same_word::holds, &never));
      const work_item taken = scheduler.take_if(self, same_word::holds, &middle);
      EXPECT_EQ(taken, middle);
      EXPECT_FALSE(scheduler.take_if(self, same_word::holds, &middle));
      scheduler.owner_push(self, core::lane::stack_chain, taken);
      children.sync();
      EXPECT_EQ(ran, 3);
    });
  }
}

}  // namespace
}  // namespace nuthatch
