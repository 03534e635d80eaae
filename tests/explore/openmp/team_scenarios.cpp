// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <cstdint>
#include <initializer_list>

#include "base/assert.hpp"
#include "explore/openmp/openmp_scenarios.hpp"
#include "explore/openmp/regions.hpp"

namespace nuthatch::exploring {

namespace {

/// Counts how often each thread has passed.
using progress = std::array<relaxed_counter, 3>;

bool all_have_come(const progress& all, unsigned team_size, unsigned wanted) {
  for (unsigned i = 0; i < team_size; ++i) {
    if (read(all.at(i)) < wanted) {
      return false;
    }
  }
  return true;
}

/// Threads meet at barriers and encounter constructs that one of them executes.
void barriers(platform::platform& on, unsigned workers) {
  constexpr unsigned rounds = 3;
  virtual_threads threads(on, workers);
  openmp::team subject;
  progress come{};
  relaxed_counter singles{0};
  subject.reserve(workers);
  subject.begin(workers, nullptr);
  threads.run(workers, [&](unsigned index) {
    as_thread([&](openmp::thread& self) {
      subject.enter(self, index);
      for (unsigned round = 1; round <= rounds; ++round) {
        if (subject.claim_single(*self.member)) {
          add_one(singles);
        }
        add_one(come.at(index));
        subject.barrier_wait(self);
        NUTHATCH_CHECK(all_have_come(come, workers, round), "a barrier does not wait");
      }
      if (index == 0) {
        subject.end(self);
        NUTHATCH_CHECK(read(singles) == rounds, "a single construct was executed twice or not");
      } else {
        subject.leave(self);
      }
    });
  });
}

/// Regions of changing size: all threads of a region execute it, and no others.
void regions(platform::platform& on, unsigned workers, std::initializer_list<unsigned> sizes) {
  with_hot_team(on, workers, [&](openmp::thread& self, openmp::hot_team& hot_team) {
    progress come{};
    std::array<unsigned, 3> wanted{};
    const auto body = [&](openmp::thread& thread) {
      add_one(come.at(thread.member->thread_num));
    };
    for (const unsigned size : sizes) {
      run_region(self, hot_team, size, body);
      for (unsigned i = 0; i < wanted.size(); ++i) {
        wanted.at(i) += i < size ? 1 : 0;
        NUTHATCH_CHECK(read(come.at(i)) == wanted.at(i), "a member runs twice or not at all");
      }
    }
  });
}

void regions_of_two(platform::platform& on, unsigned workers) {
  regions(on, workers, {2, 2, 2});
}

void regions_of_few(platform::platform& on, unsigned workers) {
  regions(on, workers, {3, 2, 3, 2});
}

/// Executes so many regions that their numbers repeat.
void regions_again(platform::platform& on, unsigned workers) {
  regions(on, workers, {3, 2, 2, 2, 3});
}

/// The thread encounters a construct, which is new or one that others have encountered.
void come_to(openmp::thread& self, unsigned number) {
  openmp::team_member& own = *self.member;
  own.team->work_shares().enter(own, [number](openmp::work_share& work_share) {
    work_share.next_iteration.store(number, detail::memory_order_relaxed);
  });
  NUTHATCH_CHECK(own.work_share->next_iteration.load(detail::memory_order_relaxed) == number,
                 "a member is at another construct");
}

/// Regions of constructs, some of which end with a barrier.
void constructs(platform::platform& on, unsigned workers) {
  with_hot_team(on, workers, [&](openmp::thread& self, openmp::hot_team& hot_team) {
    const auto body = [&](openmp::thread& thread) {
      openmp::team& all = *thread.member->team;
      come_to(thread, 1);
      all.barrier_wait(thread, [&] { all.work_shares().end(*thread.member); });
      come_to(thread, 2);
      all.work_shares().leave(*thread.member, workers);
      come_to(thread, 3);
      all.barrier_wait(thread, [&] { all.work_shares().end(*thread.member); });
    };
    run_region(self, hot_team, workers, body);
    run_region(self, hot_team, workers, body);
  });
}

/// One thread cancels the region; the others wait at a barrier that it does not reach. The next
/// region is not affected.
void cancelled(platform::platform& on, unsigned workers) {
  with_hot_team(on, workers, [&](openmp::thread& self, openmp::hot_team& hot_team) {
    const auto cancels = [&](openmp::thread& thread) {
      openmp::team& all = *thread.member->team;
      come_to(thread, 1);
      if (thread.member->thread_num == 1) {
        all.cancel();
      } else {
        NUTHATCH_CHECK(all.barrier_wait(thread),
                       "a waiting thread does not know that nobody comes");
      }
    };
    progress come{};
    const auto waits = [&](openmp::thread& thread) {
      add_one(come.at(thread.member->thread_num));
      come_to(thread, 2);
      NUTHATCH_CHECK(!thread.member->team->barrier_wait(thread),
                     "the next region is cancelled as well");
      NUTHATCH_CHECK(all_have_come(come, workers, 1), "a barrier does not wait");
    };
    run_region(self, hot_team, workers, cancels);
    run_region(self, hot_team, workers, waits);
  });
}

constexpr std::array all{
    scenario{"omp-barrier", "two threads wait for each other", 2, barriers},
    scenario{"omp-barrier-3", "three threads wait for each other", 3, barriers},
    scenario{"omp-regions", "regions of two threads", 2, regions_of_two},
    scenario{"omp-regions-3", "regions of three and of two threads", 3, regions_of_few},
    scenario{"omp-regions-again", "regions whose numbers come again", 3, regions_again},
    scenario{"omp-constructs", "constructs with and without barriers", 2, constructs},
    scenario{"omp-constructs-3", "constructs with and without barriers", 3, constructs},
    scenario{"omp-cancel", "a region is cancelled at its barrier", 2, cancelled},
    scenario{"omp-cancel-3", "a region is cancelled at its barrier", 3, cancelled},
};

}  // namespace

std::span<const scenario> openmp_team_scenarios() {
  return all;
}

}  // namespace nuthatch::exploring
