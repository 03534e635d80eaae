// SPDX-License-Identifier: Apache-2.0
#include "openmp/threads/team.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include "openmp/tasks/explicit_task.hpp"
#include "openmp/tasks/taskgroup.hpp"
#include "openmp/tasks/waiting.hpp"
#include "openmp/threads/thread.hpp"

namespace nuthatch::openmp {
namespace {

/// The calling thread is member 0 of a team whose other members are not there.
class lonely_primary {
 public:
  explicit lonely_primary(std::uint32_t members) {
    of_.reserve(members);
    of_.begin(members, &self_);
    of_.enter(self_, 0);
  }

  lonely_primary(const lonely_primary&) = delete;
  lonely_primary& operator=(const lonely_primary&) = delete;

  ~lonely_primary() {
    self_.now = now_;
    self_.runs = runs_;
  }

  [[nodiscard]] thread& self() noexcept { return self_; }

  [[nodiscard]] const team& of() const noexcept { return of_; }

 private:
  thread& self_ = this_thread();
  member* const now_ = self_.now;
  task* const runs_ = self_.runs;
  team of_;
};

constexpr std::uint32_t too_many = team::most_that_share + 1;

void add_one(void* data) {
  ++**static_cast<int**>(data);
}

task_request adding_to(int*& count) {
  return {.function = add_one,
          .data = &count,
          .copy = nullptr,
          .bytes = sizeof(&count),
          .alignment = alignof(int*),
          .deferred = true,
          .is_final = false};
}

TEST(team, shares_tasks_if_there_are_others_but_not_too_many) {
  EXPECT_FALSE(lonely_primary(1).of().shares_tasks());
  EXPECT_TRUE(lonely_primary(2).of().shares_tasks());
  EXPECT_TRUE(lonely_primary(team::most_that_share).of().shares_tasks());
  EXPECT_FALSE(lonely_primary(too_many).of().shares_tasks());
}

TEST(team, executes_tasks_at_once_where_it_is_too_large) {
  lonely_primary caller(too_many);
  int count = 0;
  int* at = &count;
  const dependence in_turn{&count, use::out};
  begin_taskgroup(caller.self());
  for (int made = 0; made < 10; ++made) {
    task_request wanted = adding_to(at);
    wanted.uses = {&in_turn, made % 2 == 0 ? 0U : 1U};
    wanted.priority = 1;
    make_task(caller.self(), wanted);
    EXPECT_EQ(count, made + 1);
  }
  wait_for_children(caller.self());
  end_taskgroup(caller.self());
  EXPECT_EQ(caller.of().active_task_team(), nullptr);
}

TEST(team, executes_allocated_tasks_at_once_where_it_is_too_large) {
  lonely_primary caller(too_many);
  int count = 0;
  deferred_task& made =
      allocate_task(caller.self(), add_one, sizeof(int*), alignof(int*), /*is_final=*/false);
  *static_cast<int**>(data_of(made)) = &count;
  start_task(caller.self(), made, /*deferred=*/true, {});
  EXPECT_EQ(count, 1);
  EXPECT_EQ(caller.of().active_task_team(), nullptr);
}

TEST(team_death_test, has_no_detached_tasks_where_it_is_too_large) {
  lonely_primary caller(too_many);
  int count = 0;
  int* at = &count;
  void* event = nullptr;
  task_request wanted = adding_to(at);
  wanted.event = &event;
  EXPECT_DEATH(make_task(caller.self(), wanted), "at most 4096 threads");
}

}  // namespace
}  // namespace nuthatch::openmp
