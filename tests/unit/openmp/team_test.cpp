// SPDX-License-Identifier: Apache-2.0
#include "openmp/model/team.hpp"

#include <cstdint>

#include <gtest/gtest.h>

#include "openmp/model/thread.hpp"
#include "openmp/tasks/explicit_task.hpp"
#include "openmp/tasks/task_execution.hpp"
#include "openmp/tasks/taskgroup.hpp"
#include "openmp/tasks/waiting.hpp"

namespace nuthatch::openmp {
namespace {

/// Makes the calling thread the primary of a team whose other threads do not exist.
class single_thread_team {
 public:
  explicit single_thread_team(std::uint32_t team_size) {
    team_.reserve(team_size);
    team_.begin(team_size, &self_);
    team_.enter(self_, 0);
  }

  single_thread_team(const single_thread_team&) = delete;
  single_thread_team& operator=(const single_thread_team&) = delete;

  ~single_thread_team() {
    self_.member = member_;
    self_.current_task = current_task_;
  }

  [[nodiscard]] thread& self() noexcept { return self_; }

  [[nodiscard]] const openmp::team& team() const noexcept { return team_; }

 private:
  thread& self_ = this_thread();
  team_member* const member_ = self_.member;
  task* const current_task_ = self_.current_task;
  openmp::team team_;
};

constexpr std::uint32_t too_many = task_limits::max_deferring_team_size + 1;

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
  EXPECT_FALSE(single_thread_team(1).team().may_defer_tasks());
  EXPECT_TRUE(single_thread_team(2).team().may_defer_tasks());
  EXPECT_TRUE(single_thread_team(task_limits::max_deferring_team_size).team().may_defer_tasks());
  EXPECT_FALSE(single_thread_team(too_many).team().may_defer_tasks());
}

TEST(team, executes_tasks_at_once_where_it_is_too_large) {
  single_thread_team caller(too_many);
  int count = 0;
  int* at = &count;
  const dependence in_turn{&count, dependence_type::out};
  begin_taskgroup(caller.self());
  for (int made = 0; made < 10; ++made) {
    task_request request = adding_to(at);
    request.dependences = {&in_turn, made % 2 == 0 ? 0U : 1U};
    request.priority = 1;
    create_task(caller.self(), request);
    EXPECT_EQ(count, made + 1);
  }
  wait_for_children(caller.self());
  end_taskgroup(caller.self());
  EXPECT_EQ(caller.team().active_task_team(), nullptr);
}

TEST(team, executes_allocated_tasks_at_once_where_it_is_too_large) {
  single_thread_team caller(too_many);
  int count = 0;
  deferred_task& created =
      allocate_task(caller.self(), add_one, sizeof(int*), alignof(int*), /*is_final=*/false);
  *static_cast<int**>(data_of(created)) = &count;
  submit_task(caller.self(), created, /*deferred=*/true, {});
  EXPECT_EQ(count, 1);
  EXPECT_EQ(caller.team().active_task_team(), nullptr);
}

TEST(team_death_test, has_no_detached_tasks_where_it_is_too_large) {
  single_thread_team caller(too_many);
  int count = 0;
  int* at = &count;
  void* event = nullptr;
  task_request request = adding_to(at);
  request.event = &event;
  EXPECT_DEATH(create_task(caller.self(), request), "at most 4096 threads");
}

}  // namespace
}  // namespace nuthatch::openmp
