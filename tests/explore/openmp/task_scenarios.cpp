// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <span>

#include "base/assert.hpp"
#include "explore/openmp/created_tasks.hpp"
#include "explore/openmp/openmp_scenarios.hpp"
#include "explore/openmp/regions.hpp"
#include "openmp/synchronization/futex_word.hpp"
#include "openmp/tasks/depend_map.hpp"
#include "openmp/tasks/explicit_task.hpp"
#include "openmp/tasks/taskgroup.hpp"
#include "openmp/tasks/waiting.hpp"

namespace nuthatch::exploring {

namespace {

using openmp::thread;

/// Tasks that have a child each, for which only the end of the region waits.
void waiting_for_children(platform::platform& on, unsigned workers) {
  relaxed_counter children{0};
  relaxed_counter grandchildren{0};
  const auto below = [&](thread& /*self*/) {
    add_one(grandchildren);
  };
  const auto child = [&](thread& self) {
    create(self, below);
    add_one(children);
  };
  const auto first = [&](thread& self) {
    create(self, child);
    create(self, child);
    openmp::wait_for_children(self);
    NUTHATCH_CHECK(read(children) == 2, "a taskwait does not wait");
    self.member->team->barrier_wait(self);
    NUTHATCH_CHECK(read(grandchildren) == 2, "a barrier does not wait for a task");
  };
  with_hot_team(on, workers, [&](thread& self, openmp::hot_team& hot_team) {
    const auto body = [&](thread& thread) {
      if (thread.member->thread_num == 0) {
        first(thread);
      } else {
        thread.member->team->barrier_wait(thread);
        NUTHATCH_CHECK(read(grandchildren) == 2, "a barrier does not wait for a task");
      }
    };
    run_region(self, hot_team, workers, body);
  });
  NUTHATCH_CHECK(read(grandchildren) == 2, "a task ran twice or not at all");
}

void waiting_for_a_group(platform::platform& on, unsigned workers) {
  relaxed_counter ran{0};
  const auto below = [&](thread& /*self*/) {
    add_one(ran);
  };
  const auto child = [&](thread& self) {
    create(self, below);
    add_one(ran);
  };
  region_of_tasks(on, workers, [&](thread& self) {
    openmp::begin_taskgroup(self);
    create(self, child);
    create(self, child);
    openmp::end_taskgroup(self);
    NUTHATCH_CHECK(read(ran) == 4, "the end of a taskgroup does not wait");
  });
}

/// A taskgroup of tasks, each of which creates the next one and ends.
void chained_in_a_group(platform::platform& on, unsigned workers) {
  relaxed_counter ran{0};
  const auto last = [&](thread& /*self*/) {
    add_one(ran);
  };
  const auto third = [&](thread& self) {
    create(self, last);
    add_one(ran);
  };
  const auto second = [&](thread& self) {
    create(self, third);
    add_one(ran);
  };
  const auto first = [&](thread& self) {
    create(self, second);
    add_one(ran);
  };
  region_of_tasks(on, workers, [&](thread& self) {
    openmp::begin_taskgroup(self);
    create(self, first);
    openmp::end_taskgroup(self);
    NUTHATCH_CHECK(read(ran) == 4, "the end of a taskgroup does not wait");
  });
}

/// One thread creates a task after all others have left the region.
void made_at_the_end(platform::platform& on, unsigned workers) {
  relaxed_counter ran{0};
  const auto task = [&](thread& /*self*/) {
    add_one(ran);
  };
  with_hot_team(on, workers, [&](thread& self, openmp::hot_team& hot_team) {
    const auto body = [&](thread& thread) {
      if (thread.member->thread_num + 1 == workers) {
        create(thread, task);
      }
    };
    for (unsigned region = 1; region <= 2; ++region) {
      run_region(self, hot_team, workers, body);
      NUTHATCH_CHECK(read(ran) == region, "a region ends before its tasks, or one ran twice");
    }
  });
}

/// The region ends while a thread that has left returns to run tasks.
void helping_at_the_end(platform::platform& on, unsigned workers) {
  with_hot_team(on, workers, [&](thread& self, openmp::hot_team& hot_team) {
    const auto body = [](thread& thread) {
      if (thread.member->thread_num == 0) {
        static_cast<void>(thread.member->team->require_task_team());
      }
    };
    for (unsigned region = 0; region < 2; ++region) {
      run_region(self, hot_team, workers, body);
      NUTHATCH_CHECK(hot_team.team().active_task_team() == nullptr, "a region did not end");
    }
  });
}

/// Two tasks depend on one that writes, and a fourth task depends on both.
void in_an_order(platform::platform& on, unsigned workers) {
  relaxed_counter ran{0};
  int address = 0;
  const auto after = [&](unsigned least) {
    return [&ran, least](thread& /*self*/) {
      NUTHATCH_CHECK(read(ran) >= least, "a task comes before one that it depends on");
      add_one(ran);
    };
  };
  const auto writes = after(0);
  const auto reads = after(1);
  const auto last = after(3);
  region_of_tasks(on, workers, [&](thread& self) {
    const auto submit = [&](const auto& body, openmp::dependence_type as) {
      const std::array dependences{openmp::dependence{&address, as}};
      create(self, body, {.dependences = dependences});
    };
    submit(writes, openmp::dependence_type::out);
    submit(reads, openmp::dependence_type::in);
    submit(reads, openmp::dependence_type::in);
    submit(last, openmp::dependence_type::out);
    const std::array all{openmp::dependence{&address, openmp::dependence_type::in}};
    openmp::wait_for_predecessors(self, all);
    NUTHATCH_CHECK(read(ran) == 4, "a wait for what tasks use does not wait");
  });
}

/// A detached task ends with its body or with its event, which another thread fulfills.
void detached(platform::platform& on, unsigned workers, bool by_member) {
  virtual_threads threads(on, workers);
  void* event = nullptr;
  openmp::futex_word is_there;
  relaxed_counter ran{0};
  const auto fulfil_it = [&] {
    is_there.wait_until(openmp::futex_word::increment, workers);
    add_one(ran);
    openmp::fulfil(event);
  };
  const auto task = [&](thread& /*self*/) {
    add_one(ran);
  };
  const auto later = [&](thread& /*self*/) {
    NUTHATCH_CHECK(read(ran) == 2, "a detached task ends too early");
    add_one(ran);
  };
  const auto body = [&](thread& self) {
    if (self.member->thread_num == 0) {
      int address = 0;
      const std::array dependences{openmp::dependence{&address, openmp::dependence_type::out}};
      create(self, task, {.dependences = dependences, .event = &event});
      is_there.store(openmp::futex_word::increment);
      create(self, later, {.dependences = dependences});
      openmp::wait_for_children(self);
      NUTHATCH_CHECK(read(ran) == 3, "a taskwait does not wait for a detached task");
    } else if (by_member) {
      fulfil_it();
    }
  };
  const unsigned others = by_member ? 0 : 1;
  const auto run = [&](unsigned index) {
    if (index != 0) {
      fulfil_it();
      return;
    }
    as_thread([&](thread& self) {
      openmp::hot_team hot_team;
      run_region(self, hot_team, workers - others, body);
    });
  };
  threads.run(1, run, others);
}

void detached_from_members(platform::platform& on, unsigned workers) {
  detached(on, workers, /*by_member=*/true);
}

void detached_from_all(platform::platform& on, unsigned workers) {
  detached(on, workers, /*by_member=*/false);
}

/// A thread cancels the region while others wait at a barrier, one of which may have created tasks.
void cancelled_with_tasks(platform::platform& on, unsigned workers) {
  relaxed_counter ran{0};
  const auto task = [&](thread& /*self*/) {
    add_one(ran);
  };
  with_hot_team(on, workers, [&](thread& self, openmp::hot_team& hot_team) {
    const auto cancels = [&](thread& thread) {
      openmp::team& all = *thread.member->team;
      if (thread.member->thread_num == 1) {
        all.cancel();
        return;
      }
      if (thread.member->thread_num + 1 == workers) {
        create(thread, task);
      }
      NUTHATCH_CHECK(all.barrier_wait(thread), "a waiting thread does not know that nobody comes");
    };
    const auto waits = [&](thread& thread) {
      create(thread, task);
      NUTHATCH_CHECK(!thread.member->team->barrier_wait(thread),
                     "the next region is cancelled as well");
    };
    run_region(self, hot_team, workers, cancels);
    const unsigned before = read(ran);
    NUTHATCH_CHECK(before <= 1, "a task ran twice");
    run_region(self, hot_team, workers, waits);
    NUTHATCH_CHECK(read(ran) == before + workers, "a task ran twice or not at all");
  });
}

/// One thread cancels, another one creates the first task, and a third one waits at the barrier
/// meanwhile.
void cancelled_as_tasks_come(platform::platform& on, unsigned workers) {
  with_hot_team(on, workers, [&](thread& self, openmp::hot_team& hot_team) {
    const auto body = [](thread& thread) {
      openmp::team& all = *thread.member->team;
      switch (thread.member->thread_num) {
        case 0:
          static_cast<void>(all.require_task_team());
          break;
        case 1:
          all.cancel();
          break;
        default:
          NUTHATCH_CHECK(all.barrier_wait(thread),
                         "a waiting thread does not know that nobody comes");
      }
    };
    run_region(self, hot_team, workers, body);
  });
}

/// Each thread waits for a task, which waits for its children. The children have priorities. The
/// waiting thread may be asleep when they are created, and has to run them if no other thread can.
void waiting_for_prioritized(platform::platform& on, unsigned workers) {
  constexpr unsigned children = 2;
  with_hot_team(on, workers, [&](openmp::thread& self, openmp::hot_team& hot_team) {
    const auto body = [&](openmp::thread& thread) {
      openmp::futex_word ran;
      const auto below = [&](openmp::thread& /*self*/) {
        ran.fetch_add();
      };
      const auto task = [&](openmp::thread& its) {
        for (std::uint32_t priority = 1; priority <= children; ++priority) {
          create(its, below, {.priority = priority});
        }
        ran.wait_until(children * openmp::futex_word::increment, workers);
        openmp::wait_for_children(its);
      };
      if (thread.member->thread_num != 1) {
        create(thread, task);
        openmp::wait_for_children(thread);
        NUTHATCH_CHECK(ran.load() == children * openmp::futex_word::increment, "a task ran twice");
      }
    };
    run_region(self, hot_team, workers, body);
  });
}

constexpr std::array all{
    scenario{"omp-taskwait", "a taskwait and a barrier", 2, waiting_for_children},
    scenario{"omp-taskwait-3", "a taskwait and a barrier", 3, waiting_for_children},
    scenario{"omp-taskgroup", "a taskgroup of tasks with children", 2, waiting_for_a_group},
    scenario{"omp-taskgroup-3", "a taskgroup of tasks with children", 3, waiting_for_a_group},
    scenario{"omp-chain", "a taskgroup of tasks that make each other", 2, chained_in_a_group},
    scenario{"omp-chain-3", "a taskgroup of tasks that make each other", 3, chained_in_a_group},
    scenario{"omp-late-task", "a task is made when others have left", 2, made_at_the_end},
    scenario{"omp-late-task-3", "a task is made when others have left", 3, made_at_the_end},
    scenario{"omp-help", "a member comes to help at the end", 2, helping_at_the_end},
    scenario{"omp-help-3", "members come to help at the end", 3, helping_at_the_end},
    scenario{"omp-depend", "tasks in an order", 2, in_an_order},
    scenario{"omp-depend-3", "tasks in an order", 3, in_an_order},
    scenario{"omp-detach", "a member fulfils an event", 2, detached_from_members},
    scenario{"omp-detach-3", "another thread fulfils an event", 3, detached_from_all},
    scenario{"omp-cancel-tasks", "a region with tasks is cancelled", 2, cancelled_with_tasks},
    scenario{
        "omp-cancel-help-3", "a region gets tasks and is cancelled", 3, cancelled_as_tasks_come},
    scenario{
        "omp-priority", "a thread sleeps as tasks of priority come", 2, waiting_for_prioritized},
    scenario{
        "omp-priority-3", "threads sleep as tasks of priority come", 3, waiting_for_prioritized},
    scenario{"omp-cancel-tasks-3", "a region with tasks is cancelled", 3, cancelled_with_tasks},
};

}  // namespace

std::span<const scenario> openmp_task_scenarios() {
  return all;
}

}  // namespace nuthatch::exploring
